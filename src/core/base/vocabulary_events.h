#pragma once

// The fields of what the runtime sends, but for events: values of the moment, calls and replies.
// Those of a topic with a file of its own stand there. Their entries stand in
// vocabulary_table.cpp.
// Thread rule: immutable.

#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

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
