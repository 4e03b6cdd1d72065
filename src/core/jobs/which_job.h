#pragma once

#include "core/base/field_rows.h"
#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/jobs/job.h"
#include "core/store/database.h"

namespace agent_runtime {

// The job that a request is about: the one that it names, or the newest of an agent's, since the
// spec calls a job an agent. Thread rule: immutable.
struct WhichJob {
	JobId job;
	AgentId agent;

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "task_id", .sentence = "The job, such as job_012." }, &WhichJob::job),
			bind({ .name = "agent_id",
						 .sentence = "Instead of task_id: an agent, whose newest job is meant." },
					&WhichJob::agent),
		};
	}
};

// `invalid_argument` unless exactly one of the two is named, `not_found` when there is no such job
// or the agent has none. Thread rule: that of the database.
Result<JobRecord> find_job(Database &database, const WhichJob &which);

} // namespace agent_runtime
