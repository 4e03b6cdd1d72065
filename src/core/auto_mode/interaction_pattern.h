#pragma once

// How agents move while they talk: a closed set with one row of behaviour for each pattern, which
// stands only in interaction_pattern.cpp. The director reads nothing but the row, so a new pattern
// is a new row and changes no other.

#include "core/base/choices.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class InteractionPattern : std::uint8_t { walk_to_agent, stay_at_desk, meet_at_table };

// Where somebody goes at a certain point of the conversation.
enum class Errand : std::uint8_t {
	none, // stay in place
	to_speaker, // go to a tile beside the last speaker and face them
	to_seat, // go to a seat of one's own
	to_table, // go to a place at a table where all can sit
};

struct PatternBehaviour {
	InteractionPattern pattern;
	Errand at_start; // for all participants, before the first turn
	Errand before_turn; // for the next speaker
	Errand at_end; // for all who are left
};

inline constexpr InteractionPattern DEFAULT_PATTERN = InteractionPattern::walk_to_agent;

// As in messages and in the database.
template <>
struct Choices<InteractionPattern> {
	static constexpr std::array<std::string_view, 3> NAMES = { "walk-to-agent", "stay-at-desk",
		"meet-at-table" };
	static constexpr InteractionPattern OTHER = DEFAULT_PATTERN;
};
inline std::string_view pattern_name(InteractionPattern pattern) {
	return choice_name(pattern);
}
inline std::optional<InteractionPattern> parse_pattern(std::string_view name) {
	return parse_choice<InteractionPattern>(name);
}

// All patterns. Thread rule: immutable.
std::span<const PatternBehaviour> interaction_patterns();
// Thread rule: any thread.
const PatternBehaviour &behaviour_of(InteractionPattern pattern);

} // namespace agent_runtime
