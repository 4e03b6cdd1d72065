#pragma once

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/hosting/job_remains.h"
#include "core/jobs/job.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_watch.h"
#include "core/jobs/job_writes.h"
#include "core/store/database.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace agent_runtime {

// What a game finds of jobs when it starts, before it accepts anything. It starts nothing. Each job
// that has not ended is either attached to, when its host lives, or it has ended; then that is
// written, and whatever a host that was killed has left behind is to be ended by its marker. One
// whose files cannot be used now is nothing of both yet: whoever keeps it looks again. Files that
// belong to no record are those of a job that works, which gets a record again, or are removed.
// Doing all this again, after a crash in the middle too, changes nothing more.
// Owned by the desk. Thread rule: worker only, while nobody else works at these jobs.
class JobRecovery {
public:
	// All of it must outlive this.
	struct Parts {
		const JobBase &base;
		JobWrites &writes;
		const Clock &clock;
		Database &reading;
		const JobWatch::CostOf &cost_of;
	};
	struct Found {
		std::vector<JobRecord> running; // to be attached to
		std::vector<JobId> ended; // whose end was written just now
		std::vector<std::string> markers; // of processes that nobody looks after any more
		std::uint64_t newest = 0; // up to this number, ids may have been given
		std::vector<JobPlan> locked; // the same, with their worktrees
		bool has_stray_worktrees = false; // whose jobs have no record any more
	};

	JobRecovery(const Parts &parts, const Logger &log) :
			parts_(parts),
			log_(log) {}

	Result<Found> run();

private:
	void recover(const JobRecord &job, Found &found);
	Status end_found_job(const JobRecord &job, JobRemains &remains, Found &found);
	void attach(const JobRecord &job, Found &found);
	// One without a record. True when its files are to be removed.
	bool look_at_unknown(JobId job, Found &found);
	bool adopt(const JobFolders &folders, const JobOrder &order, Found &found);
	void read_rest(JobWatch &watch);
	Status store_end(const JobRecord &job, JobWatch *watch, const JobEnd &end);

	const Parts parts_;
	const Logger log_;
	std::size_t bytes_left_ = 0; // of output that is read before the game is there
};

} // namespace agent_runtime
