#pragma once

// Questions of programs, between their drivers and the room that shows them to people. All of it
// happens in the transaction of a step (job_steps.h).
// Thread rule: that of the database.

#include "core/base/status.h"
#include "core/jobs/driver.h"
#include "core/jobs/job.h"
#include "core/log/decision.h"
#include "core/questions/question.h"

#include <string>

namespace agent_runtime {

// The program asks. When its question cannot be shown to anybody, it is told so instead; returns
// why, or an empty text. `job` has its driver as it is now.
Result<std::string> ask_for_job(DecisionScope &scope, const JobRecord &job, NewQuestion question);
// The program waits for it no longer.
Status close_for_job(DecisionScope &scope, JobId job, const ClosedQuestion &closed);

} // namespace agent_runtime
