#pragma once

#include "core/base/field_codec.h"
#include "core/questions/question.h"

namespace agent_runtime {

// The question with the options of its kind where it gives none: yes and no, allow and deny, or
// those of its only part. Thread rule: any thread.
NewQuestion with_usual_options(NewQuestion question);

// Why a question cannot be asked, once it has its options. Thread rule: any thread.
MaybeProblem find_question_problem(const NewQuestion &question);

} // namespace agent_runtime
