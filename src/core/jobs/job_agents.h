#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/trace_id.h"
#include "core/jobs/job.h"

#include <string>

namespace agent_runtime {

// What an agent is given to do when a job works for it. Thread rule: immutable.
struct JobTask {
	JobId job;
	AgentId agent;
	TaskId task;
	std::string name;
	TraceId trace;
};

inline JobTask task_of_job(const JobRecord &job) {
	return { job.id, job.plan.agent, job.state.agent_task, job.plan.task_name, job.trace };
}

// The agents for whom jobs work, as this room sees them: such a job is a task of its agent, which
// is given to it when the job is in the database, and ends when the job has ended.
// Thread rule: any thread; nothing here waits.
class JobAgents {
public:
	virtual ~JobAgents() = default;

	// The id that the task of this agent will have. `not_found` when there is no such agent.
	virtual Result<TaskId> number_task(AgentId agent) = 0;
	virtual void give(const JobTask &task) = 0;
	virtual void finish(const JobTask &task, const JobEnd &end) = 0;
};

} // namespace agent_runtime
