#pragma once

// The fields of what the runtime sends: events about agents and itself, values of the moment, calls
// and replies. Those of a topic with a file of its own stand there. Entries of events stand in vocabulary_table.cpp.
// Thread rule: immutable.

#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

// --- Durable events ---

inline constexpr Field OF_SPAWNED[] = {
	AGENT,
	{ .name = "key", .sentence = "The game's own name for the agent.", .one_line = true },
	{ .name = "name", .sentence = "What others call the agent.", .required = true },
	{ .name = "role", .sentence = "What the agent is.", .required = true },
	WHERE,
	{ .name = "restored",
			.kind = boolean,
			.sentence = "True when the agent came back with its database." },
};
inline constexpr Field OF_TERMINATED[] = { AGENT, REASON };
inline constexpr Field OF_STATE[] = {
	AGENT,
	STATE,
	{ .name = "old_state", .sentence = "What the agent did before.", .values = STATES },
	WHERE,
	{ .name = "current_task",
			.sentence = "What the agent works at; empty when at nothing.",
			.max_length = LONGEST_SENTENCE },
};
inline constexpr Field OF_SPEECH[] = {
	{ .name = "agent_id",
			.kind = identifier,
			.sentence = "Who speaks: an agent, or a player such as player_0.",
			.required = true },
	{ .name = "content",
			.sentence = "What is said.",
			.required = true,
			.max_length = LONGEST_SPEECH },
	{ .name = "to", .kind = identifier, .sentence = "Who is addressed, where it is one." },
	{ .name = "recipients",
			.kind = text_list,
			.sentence = "All who hear it.",
			.required = true,
			.max_length = MOST_RECIPIENTS },
};
inline constexpr Field OF_MOVED[] = {
	AGENT,
	{ .name = "from", .kind = position, .sentence = "Where the agent was.", .required = true },
	WHERE,
};
inline constexpr Field OF_REFUSED[] = {
	AGENT,
	STATE,
	{ .name = "wanted",
			.sentence = "What was asked for: a state, or to move.",
			.required = true,
			.one_line = true },
	REASON,
};
inline constexpr Field OF_STARTED[] = {
	{ .name = "epoch",
			.kind = identifier,
			.sentence = "The event log's own name, if there is one: ids of another epoch mean"
						" nothing in it." },
};
inline constexpr Field OF_DEGRADED[] = { REASON };
inline constexpr Field OF_RECOVERED[] = {
	{ .name = "events",
			.kind = integer,
			.sentence = "How many waiting events were written.",
			.required = true },
};
inline constexpr Field OF_WORLD_LOADED[] = {
	SLOT,
	{ .name = "generation",
			.kind = integer,
			.sentence = "The number of the world: a higher one with each load.",
			.required = true },
};
inline constexpr Field OF_SET_ASIDE[] = {
	{ .name = "path",
			.sentence = "Where the damaged file lies now.",
			.required = true,
			.max_length = 4'096 },
	REASON,
};

// --- Transient values, calls, replies ---

inline constexpr Field LOG_CURSOR = { .name = "cursor",
	.kind = integer,
	.sentence = "The id up to which the client has all events.",
	.required = true };
inline constexpr Field OF_HELLO[] = {
	{ .name = "version", .sentence = "The version of this program.", .required = true },
	{ .name = "epoch",
			.kind = identifier,
			.sentence = "The event log's own name, if there is one." },
	LOG_CURSOR,
};
inline constexpr Field OF_GAP[] = {
	{ .name = "reason",
			.sentence = "slow: what follows comes from the log; pruned: older events are gone;"
						" other_log: the cursor was another log's, this one follows; not_stored:"
						" events are in no log. After all but slow, ask for the state anew.",
			.required = true,
			.values = GAP_REASONS },
	LOG_CURSOR,
	{ .name = "missed", .kind = integer, .sentence = "How many events went by unstored." },
};
inline constexpr Field OF_ERROR[] = {
	{ .name = "code", .sentence = "What kind of error.", .required = true, .values = ERROR_CODES },
	{ .name = "message",
			.sentence = "What failed, why, and what to try.",
			.required = true,
			.max_length = LONGEST_SENTENCE },
	{ .name = "field",
			.sentence = "The path of the field that is wrong, where it is one.",
			.max_length = 512 },
};
inline constexpr Field OF_COMPLETED[] = {
	{ .name = "request_id",
			.sentence = "The request, by the name it came with or was given.",
			.required = true,
			.one_line = true,
			.min_length = 1 },
	{ .name = "ok", .kind = boolean, .sentence = "Whether it was done.", .required = true },
	{ .name = "error", .kind = object, .sentence = "Why it was not.", .fields = OF_ERROR },
	{ .name = "result",
			.kind = any,
			.sentence = "What was asked for.",
			.max_length = LARGEST_RESULT },
	{ .name = "stored",
			.kind = boolean,
			.sentence = "False: it is done and not stored, since storage is off or fails." },
};

} // namespace agent_runtime::vocabulary
