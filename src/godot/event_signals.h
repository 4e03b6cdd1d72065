#pragma once

#include "core/base/signal_arguments.h"
#include "core/log/event_book.h"

#include <godot_cpp/core/object.hpp>
#include <godot_cpp/variant/string_name.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <unordered_map>
#include <vector>

namespace agent_runtime {

// The signals of events, made from the events' fields.

// For all events that the runtime knows, for registration.
std::vector<godot::MethodInfo> event_signal_infos();

// The name of each signal, interned once for each node. Immutable.
class EventSignalNames {
public:
	EventSignalNames();

	// Null when the event has no signal of its own.
	const godot::StringName *find(const EventForm &p_form) const;

private:
	std::unordered_map<const EventForm *, godot::StringName> names;
};

// The values of one signal in the engine's types. Main thread only.
class SignalValues : public ArgumentVisitor {
public:
	void text(std::string_view p_value) override;
	void flag(bool p_value) override;
	void integer(std::int64_t p_value) override;
	void number(double p_value) override;
	void position(float p_x, float p_y) override;
	void texts(std::span<const std::string> p_values) override;
	void participants(std::span<const ParticipantId> p_values) override;
	void anything(std::string_view p_json) override;

	void emit(godot::Object &p_node, const godot::StringName &p_signal) const;

private:
	std::vector<godot::Variant> values;
};

} // namespace agent_runtime
