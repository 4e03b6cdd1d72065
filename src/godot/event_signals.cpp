#include "godot/event_signals.h"

#include "core/base/json_io.h"
#include "core/runtime/runtime_events.h"
#include "godot/convert.h"
#include "godot/json_variant.h"

#include <godot_cpp/variant/packed_string_array.hpp>

#include <array>
#include <utility>

using namespace godot;

namespace agent_runtime {

namespace {

// More than any signal of an event has.
constexpr std::size_t MOST_ARGUMENTS = 8;

StringName class_of(std::string_view p_choice) {
	return p_choice == "AgentState" ? "AgentRuntime.State"
			: p_choice == "Facing"	? "AgentMap.Facing"
									: "AgentRuntime.TaskStatus";
}

PropertyInfo info_of(const SignalArgument &p_argument) {
	const StringName name = to_godot(p_argument.name);
	switch (p_argument.kind) {
		case ArgumentKind::text:
			return PropertyInfo(Variant::STRING, name);
		case ArgumentKind::flag:
			return PropertyInfo(Variant::BOOL, name);
		case ArgumentKind::integer:
			return PropertyInfo(Variant::INT, name);
		case ArgumentKind::number:
			return PropertyInfo(Variant::FLOAT, name);
		case ArgumentKind::position:
			return PropertyInfo(Variant::VECTOR2, name);
		case ArgumentKind::texts:
			return PropertyInfo(Variant::PACKED_STRING_ARRAY, name);
		case ArgumentKind::choice:
			return PropertyInfo(Variant::INT, name, PROPERTY_HINT_NONE, "",
					PROPERTY_USAGE_DEFAULT | PROPERTY_USAGE_CLASS_IS_ENUM, class_of(p_argument.of));
		case ArgumentKind::anything:
			break;
	}
	return PropertyInfo(Variant::NIL, name, PROPERTY_HINT_NONE, "",
			PROPERTY_USAGE_DEFAULT | PROPERTY_USAGE_NIL_IS_VARIANT);
}

template <std::size_t... INDICES>
void emit_first(Object &p_node, const StringName &p_signal, const std::vector<Variant> &p_values,
		std::index_sequence<INDICES...>) {
	p_node.emit_signal(p_signal, p_values[INDICES]...);
}

using Emit = void (*)(Object &, const StringName &, const std::vector<Variant> &);

// The engine's own function takes a number of values that must be known at compile time.
template <std::size_t... COUNTS>
constexpr std::array<Emit, sizeof...(COUNTS)> make_emits(std::index_sequence<COUNTS...>) {
	return { [](Object &p_node, const StringName &p_signal, const std::vector<Variant> &p_values) {
		emit_first(p_node, p_signal, p_values, std::make_index_sequence<COUNTS>());
	}... };
}

constexpr std::array EMITS = make_emits(std::make_index_sequence<MOST_ARGUMENTS + 1>());

} // namespace

std::vector<MethodInfo> event_signal_infos() {
	std::vector<MethodInfo> infos;
	for (const EventForm *form : known_events().all()) {
		if (form->message.signal.empty()) {
			continue;
		}
		MethodInfo info(StringName(to_godot(form->message.signal)));
		for (const SignalArgument &argument : form->arguments) {
			info.arguments.push_back(info_of(argument));
		}
		infos.push_back(std::move(info));
	}
	return infos;
}

EventSignalNames::EventSignalNames() {
	for (const EventForm *form : known_events().all()) {
		if (!form->message.signal.empty()) {
			names.emplace(form, StringName(to_godot(form->message.signal)));
		}
	}
}

const StringName *EventSignalNames::find(const EventForm &p_form) const {
	const auto found = names.find(&p_form);
	return found != names.end() ? &found->second : nullptr;
}

void SignalValues::text(std::string_view p_value) {
	values.emplace_back(to_godot(p_value));
}

void SignalValues::flag(bool p_value) {
	values.emplace_back(p_value);
}

void SignalValues::integer(std::int64_t p_value) {
	values.emplace_back(static_cast<int64_t>(p_value));
}

void SignalValues::number(double p_value) {
	values.emplace_back(p_value);
}

void SignalValues::position(float p_x, float p_y) {
	values.emplace_back(Vector2(p_x, p_y));
}

void SignalValues::texts(std::span<const std::string> p_values) {
	PackedStringArray list;
	for (const std::string &value : p_values) {
		list.push_back(to_godot(value));
	}
	values.emplace_back(list);
}

void SignalValues::participants(std::span<const ParticipantId> p_values) {
	PackedStringArray list;
	list.resize(static_cast<int64_t>(p_values.size()));
	String *next = list.ptrw();
	for (const ParticipantId value : p_values) {
		*next++ = to_godot(value.to_string());
	}
	values.emplace_back(list);
}

void SignalValues::anything(std::string_view p_json) {
	const Result<nlohmann::json> value = parse_json(p_json);
	values.push_back(value.ok() ? to_variant(value.value()) : Variant(to_godot(p_json)));
}

void SignalValues::emit(Object &p_node, const StringName &p_signal) const {
	EMITS.at(values.size())(p_node, p_signal, values);
}

} // namespace agent_runtime
