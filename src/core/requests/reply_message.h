#pragma once

// The reply to a request, in the form of the vocabulary.
// Thread rule: immutable.

#include "core/base/field.h"
#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

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
	TRACE,
	{ .name = "ok", .kind = boolean, .sentence = "Whether it was done.", .required = true },
	{ .name = "error", .kind = object, .sentence = "Why it was not.", .fields = OF_ERROR },
	{ .name = "result",
			.kind = any,
			.sentence = "What was asked for: NAME.result says what it holds.",
			.max_length = LARGEST_RESULT },
	{ .name = "stored",
			.kind = boolean,
			.sentence = "False: it is done and not stored, since storage is off or fails." },
};

inline constexpr MessageType REPLIES[] = {
	{ "request_completed", MessageKind::reply, "A request has been done, or refused.", OF_COMPLETED,
			"request_completed" },
};

} // namespace agent_runtime::vocabulary
