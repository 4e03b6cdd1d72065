#pragma once

// What the signal for an event carries: described once for its registration, and passed value by
// value when it is shown. Knows no engine. Thread rule: immutable.

#include "core/base/ids.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class ArgumentKind : std::uint8_t {
	text,
	flag,
	integer,
	number,
	position,
	texts, // a list
	choice, // a number of an enumeration, whose name is `of`
	anything, // JSON
};

struct SignalArgument {
	std::string_view name;
	ArgumentKind kind = ArgumentKind::text;
	std::string_view of = {};
};

// JSON that a signal carries as a value; text that is not JSON is carried as it is.
struct JsonValue {
	std::string_view text;
	bool is_json = true;
};

// Receives the values of one event's signal, in the order of its arguments.
// Thread rule: that of whoever shows events.
class ArgumentVisitor {
public:
	virtual ~ArgumentVisitor() = default;
	virtual void text(std::string_view value) = 0;
	virtual void flag(bool value) = 0;
	virtual void integer(std::int64_t value) = 0; // also for a choice
	virtual void number(double value) = 0;
	virtual void position(float x, float y) = 0;
	virtual void texts(std::span<const std::string> values) = 0;
	virtual void participants(std::span<const ParticipantId> values) = 0;
	virtual void anything(std::string_view json) = 0;
};

} // namespace agent_runtime
