#include "core/jobs/which_job.h"

#include "core/jobs/job_rows.h"

#include <utility>
#include <vector>

namespace agent_runtime {

Result<JobRecord> find_job(Database &database, const WhichJob &which) {
	if (which.job.is_none() == which.agent.is_none()) {
		return Status(StatusCode::invalid_argument,
				which.job.is_none()
						? "task_id: is missing; name a job, or an agent by agent_id"
						: "agent_id: is too much beside task_id; name a job, or an agent",
				which.job.is_none() ? "task_id" : "agent_id");
	}
	if (!which.job.is_none()) {
		return find_job(database, which.job);
	}
	Result<std::vector<JobRecord>> newest =
			list_jobs(database, { .agent = which.agent, .limit = 1 });
	if (!newest.ok()) {
		return newest.status();
	}
	if (newest.value().empty()) {
		return Status(StatusCode::not_found,
				"agent_id: " + which.agent.to_string() +
						" has no job; start one for it, or name another job by task_id",
				"agent_id");
	}
	return std::move(newest.value().front());
}

} // namespace agent_runtime
