#pragma once

// Fields that several messages about agents have, and their limits.
// Thread rule: immutable.

#include "core/agents/agent_state.h"
#include "core/base/vocabulary_fields.h"
#include "core/world/tile.h"

#include <array>
#include <cstddef>

namespace agent_runtime::vocabulary {

inline constexpr std::size_t LONGEST_PERSONA = 16'384;
inline constexpr std::size_t MOST_RECIPIENTS = 100'000;
inline constexpr std::size_t MOST_CHANNELS = 64; // groups, topics, types or senders of one agent
inline constexpr double LONGEST_INTERVAL = 86'400.0; // a day
inline constexpr double MOST_THOUGHTS = 4e9; // of a budget
inline constexpr double MOST_SPAWNED_AT_ONCE = 100'000.0;
inline constexpr double HIGHEST_SPEED = 100.0; // tiles in a sim second

inline constexpr std::array<Name, 2> OWNERS = { "runtime", "game" };

inline constexpr Field WHERE = { .name = "position",
	.kind = position,
	.sentence = "Where the agent is, in tiles.",
	.required = true };
inline constexpr Field STATE = { .name = "state",
	.sentence = "What the agent does now.",
	.required = true,
	.values = NAMES_OF<AgentState> };
inline constexpr Field FACING = { .name = "facing",
	.sentence = "Where the agent looks.",
	.required = true,
	.values = NAMES_OF<Facing> };
inline constexpr Field ACTION = { .name = "action",
	.kind = identifier,
	.sentence = "The action, by the name under which the game registered it.",
	.required = true };
inline constexpr Field TOOL = { .name = "tool",
	.kind = identifier,
	.sentence = "The tool's name.",
	.required = true };
inline constexpr Field CONTENT = { .name = "content",
	.sentence = "What is said.",
	.required = true,
	.min_length = 1,
	.max_length = LONGEST_SPEECH };

} // namespace agent_runtime::vocabulary
