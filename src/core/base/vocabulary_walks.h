#pragma once

// The fields of messages about walking, seats, and what agents do of their own accord when nobody
// needs them. Events stand in the rooms that they are of.
// Thread rule: immutable.

#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr double HIGHEST_SPEED = 100.0; // tiles in a sim second

inline constexpr std::array<Name, 4> FACING_NAMES = { "down", "left", "right", "up" };
inline constexpr std::array<Name, 2> ROUTINES = { "still", "wander" };

// --- Events ---

inline constexpr Field FACING = { .name = "facing",
	.sentence = "Where the agent looks.",
	.required = true,
	.values = FACING_NAMES };

// --- Transient values ---

inline constexpr Field OF_PATH[] = {
	AGENT,
	{ .name = "path",
			.kind = any,
			.sentence = "The places on its way, a list of positions; empty: the agent stands.",
			.required = true,
			.max_length = LARGEST_RESULT },
	{ .name = "speed",
			.kind = number,
			.sentence = "How fast it walks, in tiles a sim second.",
			.required = true },
};
inline constexpr Field OF_TURNED[] = { AGENT, FACING };

} // namespace agent_runtime::vocabulary
