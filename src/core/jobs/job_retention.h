#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/jobs/job.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_settings.h"
#include "core/jobs/job_writes.h"
#include "core/store/database.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// A job whose time is over, and why.
struct JobToPurge {
	JobId job;
	std::uint64_t bytes = 0; // of its files
	std::string reason;
	std::optional<std::string> kept_worktree; // that stays, because work is in it
};

// Which jobs are kept, and how one goes: first its rows, then its files, so that what is left after
// a crash in between are files without a record, which the next start removes. A worktree goes only
// when there is nothing in it that is not also elsewhere.
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

	// All that the settings keep no longer, the oldest first.
	Result<std::vector<JobToPurge>> due() const;
	// What a purge of this job would take. `failed_precondition` while it has not ended.
	Result<JobToPurge> look(JobId job, const std::string &reason) const;
	Result<JobToPurge> purge(JobId job, const std::string &reason);
	// Now and then, some of what is due.
	void sweep();

private:
	Result<JobRecord> find_ended(JobId job) const;
	JobToPurge look_at(const JobRecord &job, const std::string &reason) const;

	const Parts parts_;
	const Logger log_;
	RealTime next_sweep_;
};

} // namespace agent_runtime
