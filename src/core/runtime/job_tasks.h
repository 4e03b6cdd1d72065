#pragma once

#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/jobs/job_agents.h"
#include "core/runtime/task_requests.h"
#include "core/runtime/world_parts.h"

#include <set>
#include <utility>
#include <vector>

namespace agent_runtime {

// Gives agents the tasks of jobs that work for them, and ends these tasks with the jobs. Both are
// inputs of the world, so that a recording holds them.
//
// Jobs go on while worlds come and go: a game may be killed before the world has stored what it was
// told, and a world that is loaded may know a task that has ended since, or not know one at all. So
// after each start and each load, settle() compares the two.
// Owned by Runtime. Thread rule: any thread.
class JobTasks : public JobAgents {
public:
	JobTasks(const WorldParts &parts, TaskRequests &tasks) :
			parts_(parts),
			tasks_(tasks) {}

	Result<TaskId> number_task(AgentId agent) override;
	void give(const JobTask &task) override;
	void finish(const JobTask &task, const JobEnd &end) override;

	// Another world is there: until it was compared with the jobs, nothing is known of its tasks.
	void settle();

private:
	using Ended = std::pair<JobTask, JobEnd>;
	struct Compared {
		std::vector<JobTask> given; // of jobs that run, and of which the agent knows
		std::vector<JobTask> missing; // the same, of which it does not
		std::vector<Ended> ended; // of jobs that have ended, though their task has not
	};

	static Result<Compared> compare(Database &database);
	void put_in_order(const Compared &compared);
	void post_given(const JobTask &task);
	void post_finished(const JobTask &task, const JobEnd &end);

	const WorldParts parts_;
	TaskRequests &tasks_;
	Mutex mutex_;
	bool is_settling_ AR_GUARDED_BY(mutex_) = false;
	std::set<TaskId> given_ AR_GUARDED_BY(mutex_); // that have not ended
	std::vector<Ended> ended_meanwhile_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
