#pragma once

// The fields of messages about walking, seats, and what agents do of their own accord when nobody
// needs them. Their entries stand in vocabulary_table.cpp.
// Thread rule: immutable.

#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr double HIGHEST_SPEED = 100.0; // tiles in a sim second

inline constexpr std::array<Name, 4> FACING_NAMES = { "down", "left", "right", "up" };
inline constexpr std::array<Name, 2> ROUTINES = { "still", "wander" };

// --- Parts of an agent's configuration ---

inline constexpr Field OWN_SEAT = { .name = "seat",
	.sentence = "The seat on the map that is the agent's own.",
	.one_line = true };
inline constexpr Field WALK_SPEED = { .name = "walk_speed",
	.kind = number,
	.sentence = "How fast the agent walks, in tiles a sim second; the project's default when 0.",
	.max = HIGHEST_SPEED };
inline constexpr Field ROUTINE = { .name = "routine",
	.sentence = "What the agent does when nobody needs it: stand still, or wander about.",
	.values = ROUTINES };

// --- Requests ---

inline constexpr Field OF_WALK_REQUEST[] = {
	AGENT,
	{ .name = "target", .kind = position, .sentence = "The tile to walk to." },
	{ .name = "beside",
			.kind = identifier,
			.sentence = "The agent to walk up to, in place of a target." },
	{ .name = "seat",
			.kind = boolean,
			.sentence = "To the agent's own seat, in place of a target." },
	{ .name = "face",
			.sentence = "Where to look on arrival, at a target.",
			.values = FACING_NAMES },
};
inline constexpr Field OF_SEAT_REQUEST[] = {
	AGENT,
	{ .name = "seat",
			.sentence = "The seat's name on the map; empty: the agent has none any more.",
			.required = true,
			.one_line = true },
};

// --- Events ---

inline constexpr Field FACING = { .name = "facing",
	.sentence = "Where the agent looks.",
	.required = true,
	.values = FACING_NAMES };
inline constexpr Field OF_AGENT_ARRIVED[] = { AGENT, WHERE, FACING };
inline constexpr Field OF_AGENT_BLOCKED[] = {
	AGENT,
	{ .name = "target",
			.kind = position,
			.sentence = "Where the agent was going.",
			.required = true },
	REASON,
};

// --- Transient values, calls ---

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
inline constexpr Field OF_WALK[] = {
	CALL,
	AGENT,
	{ .name = "target", .kind = position, .sentence = "The tile to walk to.", .required = true },
	{ .name = "face",
			.kind = position,
			.sentence = "The place to look at on arrival; the target itself: no matter which." },
};
inline constexpr Field OF_WALK_CANCELLED[] = { CALL, AGENT, REASON };
inline constexpr Field OF_WALK_ARRIVED[] = { CALL };

} // namespace agent_runtime::vocabulary
