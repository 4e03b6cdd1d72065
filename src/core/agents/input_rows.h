#pragma once

// Rows for the fields of inputs (input.h), whose form recordings have: names that are short, ids as
// numbers, and what is shared by value.
// Thread rule: immutable.

#include "core/agents/message.h"
#include "core/base/field_rows.h"
#include "core/base/ids.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace agent_runtime {

// An id as its number; 0: none.
template <typename Input, typename Id>
constexpr auto number_field(const Field &field, Id Input::*id) {
	return bind(
			field, [id](const Input &input) { return std::uint64_t{ (input.*id).number() }; },
			[id](Input &input, std::uint64_t number) { input.*id = Id(number); });
}

// An enumeration as its number, at most that of `last`.
template <typename Input, typename Enum>
constexpr auto enum_field(const Field &field, Enum Input::*value, Enum last) {
	return bind(
			field, [value](const Input &input) { return static_cast<std::int32_t>(input.*value); },
			[value, last](Input &input, std::int32_t number) {
				input.*value =
						static_cast<Enum>(std::clamp(number, 0, static_cast<std::int32_t>(last)));
			});
}

// Something shared that may be missing.
template <typename Input, typename Value>
constexpr auto shared_field(const Field &field, std::shared_ptr<const Value> Input::*shared) {
	return bind(
			field,
			[shared](const Input &input) {
				const std::shared_ptr<const Value> &value = input.*shared;
				return value != nullptr ? std::optional<Value>(*value) : std::nullopt;
			},
			[shared](Input &input, Value value) {
				input.*shared = std::make_shared<const Value>(std::move(value));
			});
}

// A line that somebody heard, as far as it is remembered.
struct RecordedLine {
	ParticipantId from;
	std::string from_name;
	ParticipantId to;
	std::string content;

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "from" }, &RecordedLine::from),
			bind({ .name = "from_name" }, &RecordedLine::from_name),
			bind({ .name = "to" }, &RecordedLine::to),
			bind({ .name = "content" }, &RecordedLine::content) };
	}
};

std::vector<RecordedLine> recorded_lines(const std::vector<MessagePtr> &lines);
std::vector<MessagePtr> lines_from(std::vector<RecordedLine> recorded);

// Lines, left out when there are none.
template <typename Input>
constexpr auto lines_field(const Field &field, std::vector<MessagePtr> Input::*lines) {
	return bind(
			field,
			[lines](const Input &input) {
				using Recorded = std::vector<RecordedLine>;
				return (input.*lines).empty()
						? std::nullopt
						: std::optional<Recorded>(recorded_lines(input.*lines));
			},
			[lines](Input &input, std::vector<RecordedLine> recorded) {
				input.*lines = lines_from(std::move(recorded));
			});
}

} // namespace agent_runtime
