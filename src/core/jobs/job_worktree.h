#pragma once

#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/jobs/job_plan.h"

#include <atomic>
#include <optional>
#include <string>

namespace agent_runtime {

// The worktree of a job, where it has one (worktree.h), through the job's life. Each of these waits
// for git, unless `cancelled` becomes true (job_errands.h). Thread rule: any thread that may wait.
using GitCancelled = const std::atomic<bool>;

// Makes it, and returns the plan with it. It is locked until unlock_worktree().
Result<JobPlan> add_worktree(
		JobPlan plan, const std::string &path, JobId job, GitCancelled &cancelled);
// Its job runs again, or no more. What goes wrong is only logged.
void lock_worktree(const JobPlan &plan, const Logger &log, GitCancelled &cancelled);
void unlock_worktree(const JobPlan &plan, const Logger &log, GitCancelled &cancelled);
// Its path, if a purge would leave it, because of work that is nowhere else, or because nobody can
// say whether there is some.
std::optional<std::string> worktree_to_keep(const JobPlan &plan, GitCancelled &cancelled);
// Unless there is work in it.
Status remove_worktree(const JobPlan &plan, GitCancelled &cancelled);

// The same of a worktree whose job has no record any more: what would be lost with it, in words;
// empty: nothing. With `removes`, it goes if nothing would. An error when nobody can say; then it
// stays.
Result<std::string> look_at_stray_worktree(
		const std::string &path, JobId job, bool removes, GitCancelled &cancelled);

} // namespace agent_runtime
