#pragma once

#include "core/base/status.h"
#include "core/jobs/job.h"
#include "core/jobs/job_messages.h"
#include "core/store/database.h"

namespace agent_runtime {

// Jobs as requests and scripts see them. Thread rule: that of the database.

Result<JobFields> shown_job(Database &database, const JobRecord &job);
Result<JobsReply> shown_jobs(Database &database, const JobsRequest &request);

} // namespace agent_runtime
