#pragma once

#include "core/base/choices.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace agent_runtime {

// Why a conversation is over.
enum class TalkEnd : std::uint8_t {
	keyword, // somebody said the end keyword
	timer, // the time limit was reached
	stopped, // the player or another program stopped it
	agent_lost, // fewer than two participants are left
	budget, // a participant's budget is used up
	max_turns,
	mind_failed, // a participant's mind failed twice in a row
	interrupted, // the runtime ended before the conversation did
};

// As in messages and in the database.
template <>
struct Choices<TalkEnd> {
	static constexpr std::array<std::string_view, 8> NAMES = { "keyword", "timer", "stopped",
		"agent_lost", "budget", "max_turns", "mind_failed", "interrupted" };
	static constexpr TalkEnd OTHER = TalkEnd::stopped;
};
inline std::string_view talk_end_name(TalkEnd end) {
	return choice_name(end);
}
inline std::optional<TalkEnd> parse_talk_end(std::string_view name) {
	return parse_choice<TalkEnd>(name);
}

} // namespace agent_runtime
