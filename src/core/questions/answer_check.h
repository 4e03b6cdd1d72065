#pragma once

#include "core/base/field_codec.h"
#include "core/questions/question.h"

namespace agent_runtime {

// Why an answer does not fit this question, by the names that question_answer_request has for its
// parts. Thread rule: any thread.
MaybeProblem find_answer_problem(const NewQuestion &question, const QuestionAnswer &answer);

} // namespace agent_runtime
