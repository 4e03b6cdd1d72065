#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/jobs/job.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_plan.h"
#include "core/jobs/job_settings.h"
#include "core/jobs/job_writes.h"
#include "core/store/database.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// A job whose time is over, and why.
struct JobToPurge {
	JobId job;
	JobPlan plan;
	std::uint64_t bytes = 0; // of its files
	std::string reason;
	std::optional<std::string> kept_worktree; // that stays, because work is in it
};

// Which jobs are kept, and how one goes: first its rows, then its files, so that what is left after
// a crash in between are files without a record, which the next start removes. Worktrees are for
// whoever can wait for git.
// Owned by the desk. Thread rule: worker only.
class JobRetention {
public:
	static constexpr Micros BETWEEN_SWEEPS = std::chrono::minutes(1);

	// All of it must outlive this.
	struct Parts {
		const JobBase &base;
		JobWrites &writes;
		const JobRetentionSettings &settings;
		const Clock &clock;
		Database &reading;
	};

	JobRetention(const Parts &parts, const Logger &log) :
			parts_(parts),
			log_(log) {}

	// All that the settings keep no longer, the oldest first, and no more than that.
	Result<std::vector<JobToPurge>> due(std::size_t most) const;
	// What a purge of this job would take. `failed_precondition` while it has not ended.
	Result<JobToPurge> look(JobId job, const std::string &reason) const;
	// Its rows and its files; its worktree is not touched.
	Status purge(const JobToPurge &job);
	// Now and then, some of what is due.
	std::vector<JobToPurge> sweep();

private:
	const Parts parts_;
	const Logger log_;
	RealTime next_sweep_;
};

} // namespace agent_runtime
