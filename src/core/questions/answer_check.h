#pragma once

// Which questions can be asked, and which answers fit them. Thread rule: immutable.

#include "core/base/field_codec.h"
#include "core/questions/question.h"

namespace agent_runtime {

// Adds the options that its kind has when it gives none: yes and no, or allow and deny.
void add_usual_options(NewQuestion &question);

// What is wrong with a question, which has its options.
MaybeProblem find_question_problem(const NewQuestion &question);

// What is wrong with an answer to this question, by the names of question_answer_request.
MaybeProblem find_answer_problem(const NewQuestion &question, const QuestionAnswer &answer);

} // namespace agent_runtime
