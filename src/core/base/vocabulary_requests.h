#pragma once

// The fields of requests: an agent's configuration, spawning and listing agents, speech, places,
// save games and the event log. Those of a topic with a file of its own stand there. Their entries
// stand in vocabulary_table.cpp.
// Thread rule: immutable.

#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_fields.h"
#include "core/base/vocabulary_walks.h"

namespace agent_runtime::vocabulary {

inline constexpr Field OF_AGENT_CONFIG[] = {
	{ .name = "key",
			.sentence = "The game's own name for the agent: a second spawn gives the living one.",
			.one_line = true,
			.min_length = 1 },
	{ .name = "name",
			.sentence = "What others call the agent.",
			.one_line = true,
			.min_length = 1 },
	{ .name = "role",
			.sentence = "What the agent is, in a few words, such as helper.",
			.one_line = true },
	{ .name = "persona",
			.sentence = "Who the agent is, in its own words: how it speaks and what it wants.",
			.max_length = LONGEST_PERSONA },
	{ .name = "cli_backend",
			.sentence = "What thinks for the agent; the project's default when absent.",
			.values = BACKENDS },
	{ .name = "model",
			.sentence = "The model of that backend; the project's default when absent.",
			.one_line = true },
	{ .name = "initial_position",
			.kind = position,
			.sentence = "Where the agent appears, in tiles; the origin when absent." },
	{ .name = "position_owner",
			.sentence = "Who says where the agent is; the runtime when absent.",
			.values = OWNERS },
	{ .name = "hearing_radius",
			.kind = number,
			.sentence = "How far the agent hears, in tiles; 0 hears everybody.",
			.max = LARGEST_COORDINATE },
	{ .name = "think_interval",
			.kind = number,
			.sentence = "Sim seconds between decisions of its own; 0 makes none.",
			.max = LONGEST_INTERVAL },
	{ .name = "seed",
			.kind = integer,
			.sentence = "The seed of the agent's chance; made from the run's when absent." },
	OWN_SEAT,
	WALK_SPEED,
	ROUTINE,
	GROUPS,
	TOPICS,
	FILTER,
	{ .name = "budget",
			.kind = object,
			.sentence = "How much the agent may think.",
			.fields = OF_BUDGET },
	{ .name = "mind_options",
			.kind = any_object,
			.sentence = "Options of the mind, such as its temperature.",
			.max_length = LARGEST_METADATA },
	{ .name = "metadata",
			.kind = any_object,
			.sentence = "The game's own data; kept, not read.",
			.max_length = LARGEST_METADATA },
};
inline constexpr Field OF_SPAWN_MANY[] = {
	{ .name = "agent_config",
			.kind = object,
			.sentence = "Who the agents are; without a key, which is one agent's alone.",
			.required = true,
			.fields = OF_AGENT_CONFIG },
	{ .name = "count",
			.kind = integer,
			.sentence = "How many.",
			.required = true,
			.min = 1,
			.max = MOST_SPAWNED_AT_ONCE },
};
inline constexpr Field OF_SPAWN[] = {
	{ .name = "agent_config",
			.kind = object,
			.sentence = "Who the agent is.",
			.required = true,
			.fields = OF_AGENT_CONFIG },
};
inline constexpr Field OF_ONE_AGENT[] = { AGENT };
inline constexpr Field OF_AGENTS[] = {
	{ .name = "state", .sentence = "Only agents in this state.", .values = STATES },
	{ .name = "name", .sentence = "Only agents of this name.", .one_line = true, .min_length = 1 },
	{ .name = "role", .sentence = "Only agents of this role.", .one_line = true, .min_length = 1 },
	{ .name = "group",
			.sentence = "Only members of this group.",
			.one_line = true,
			.min_length = 1 },
	{ .name = "paused", .kind = boolean, .sentence = "Only agents that are, or are not, paused." },
	{ .name = "near", .kind = position, .sentence = "Only agents within `radius` of this place." },
	{ .name = "radius",
			.kind = number,
			.sentence = "How far from `near`, in tiles; 6 when absent.",
			.max = LARGEST_COORDINATE },
	{ .name = "limit",
			.kind = integer,
			.sentence = "At most so many, in the order of their numbers.",
			.min = 1,
			.max = MOST_SPAWNED_AT_ONCE },
};
inline constexpr Field OF_SEND[] = {
	{ .name = "from", .kind = identifier, .sentence = "Who speaks; player_0 when absent." },
	{ .name = "to", .kind = identifier, .sentence = "Who is addressed; all who hear when absent." },
	CONTENT,
};
inline constexpr Field OF_PLACEMENT[] = { AGENT, WHERE };
inline constexpr Field OF_OWNER[] = {
	AGENT,
	{ .name = "owner",
			.sentence = "runtime: the world moves it; game: the game does, and reports.",
			.required = true,
			.values = OWNERS },
};
inline constexpr Field OF_MOVE[] = {
	AGENT,
	{ .name = "position",
			.kind = position,
			.sentence = "Where to walk, in tiles.",
			.required = true },
};
inline constexpr Field OF_EVENTS_REQUEST[] = {
	{ .name = "since",
			.kind = cursor,
			.sentence = "Events after this id or moment; from the oldest when absent." },
	{ .name = "entity", .kind = identifier, .sentence = "Only what concerns this participant." },
	{ .name = "limit",
			.kind = integer,
			.sentence = "At most so many events.",
			.min = 1,
			.max = 10'000 },
};

inline constexpr Field OF_SLOT[] = {
	{ .name = "slot",
			.sentence = "The name of the save game: letters, digits, _ and -.",
			.required = true,
			.one_line = true,
			.min_length = 1,
			.max_length = 64 },
};
inline constexpr Field OF_COPY[] = {
	{ .name = "path",
			.sentence = "The new file: an absolute path at which there is none.",
			.required = true,
			.one_line = true,
			.min_length = 1,
			.max_length = 4096 },
};

} // namespace agent_runtime::vocabulary
