#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_book.h"
#include "core/jobs/job_errands.h"
#include "core/jobs/job_messages.h"
#include "core/jobs/job_retention.h"
#include "core/jobs/job_worktree.h"
#include "core/jobs/job_writes.h"
#include "core/store/database.h"

#include <vector>

namespace agent_runtime {

// How jobs go, with their worktrees, for which git is waited for beside the other jobs: first it is
// asked where there is work, then rows and files go, then the worktrees in which there is none.
// Owned by the desk. Thread rule: worker only.
class JobPurge {
public:
	// All of it must outlive this.
	struct Parts {
		const JobBase &base;
		JobWrites &writes;
		const JobRetentionSettings &settings;
		const Clock &clock;
		Database &reading;
		const JobBook &book;
		JobErrands &git;
	};

	JobPurge(const Parts &parts, const Logger &log);

	void purge(const JobPurgeRequest &request, const JobDone<JobPurgeReply> &done);
	// Now and then, some of what is due.
	void sweep();
	// The next sweep takes worktrees of jobs that are gone, too.
	void look_for_strays() { looks_for_strays_ = true; }

private:
	struct Plan {
		std::vector<JobToPurge> jobs = {};
		std::vector<JobId> strays = {}; // only their worktrees are left
		bool dry_run = false;
	};

	Result<Plan> plan(const JobPurgeRequest &request) const;
	std::vector<JobId> stray_worktrees() const;
	void begin(Plan plan, const JobDone<JobPurgeReply> &done);
	void finish(const Plan &plan, std::vector<PurgedJobFields> swept,
			const JobDone<JobPurgeReply> &done);
	void remove_worktrees(const std::vector<JobPlan> &plans, const JobErrand::Then &then);
	std::vector<PurgedJobFields> sweep_strays(const Plan &plan, GitCancelled &cancelled) const;

	const Parts parts_;
	const Logger log_;
	JobRetention retention_;
	bool looks_for_strays_ = false;
	bool is_sweeping_ = false; // a sweep waits for git
};

} // namespace agent_runtime
