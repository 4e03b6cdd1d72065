#pragma once

// What a stream of events says about itself, in the form of the vocabulary.
// Thread rule: immutable.

#include "core/base/field.h"
#include "core/base/vocabulary_fields.h"

#include <array>

namespace agent_runtime::vocabulary {

inline constexpr std::array<Name, 4> GAP_REASONS = { "slow", "pruned", "other_log", "not_stored" };

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

inline constexpr MessageType STREAM_MESSAGES[] = {
	{ "hello", MessageKind::transient, "A stream of events begins.", OF_HELLO },
	{ "gap", MessageKind::transient, "What follows on a stream is not simply the next event.",
			OF_GAP },
};

} // namespace agent_runtime::vocabulary
