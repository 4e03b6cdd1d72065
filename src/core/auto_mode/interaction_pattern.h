#pragma once

// How agents behave in space while they talk: a closed set, with one row of behaviour for each, in
// interaction_pattern.cpp alone; their names are those of the vocabulary. The director reads the
// row and nothing else, so that a new pattern is a new row and touches no other.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class InteractionPattern : std::uint8_t { walk_to_agent, stay_at_desk, meet_at_table };

// Where somebody goes at a moment of the conversation.
enum class Errand : std::uint8_t {
	none, // stays where it is
	to_speaker, // to a tile beside whoever spoke last, and turns to face them
	to_seat, // to a seat of its own
	to_table, // to a place at a table where all can sit
};

struct PatternBehaviour {
	InteractionPattern pattern;
	std::string_view name; // as in messages
	Errand at_start; // of all who take part, before the first turn
	Errand before_turn; // of the one who is to speak
	Errand at_end; // of all who are left
};

inline constexpr InteractionPattern DEFAULT_PATTERN = InteractionPattern::walk_to_agent;

// All of them. Thread rule: immutable.
std::span<const PatternBehaviour> interaction_patterns();
// Thread rule: any thread.
const PatternBehaviour &behaviour_of(InteractionPattern pattern);
// "walk-to-agent", "stay-at-desk", "meet-at-table".
// Thread rule: any thread.
std::string_view pattern_name(InteractionPattern pattern);
// Thread rule: any thread.
std::optional<InteractionPattern> parse_pattern(std::string_view name);

} // namespace agent_runtime
