#pragma once

// The paths of requests about questions.
// Thread rule: immutable.

#include "core/gateway/route.h"
#include "core/questions/question_messages.h"

namespace agent_runtime {

inline constexpr Route QUESTION_ROUTES[] = {
	{ .path = "/questions", .request = QuestionsRequest::WORDS.name },
	{ .path = "/questions/{question_id}", .request = QuestionRequest::WORDS.name },
	{ .method = HttpMethod::post,
			.path = "/questions/{question_id}/answer",
			.request = QuestionAnswerRequest::WORDS.name },
};

} // namespace agent_runtime
