#pragma once

#include "core/base/clock.h"
#include "core/base/status.h"
#include "core/jobs/job.h"
#include "core/jobs/job_base.h"
#include "core/jobs/job_brief.h"
#include "core/jobs/job_writes.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace agent_runtime {

// An attempt that is in the database, and what its host needs to know beside.
struct JobLaunch {
	JobRecord job;
	std::uint64_t first_input = 1; // lines of the inbox before it belong to earlier attempts
	JobProcess process;
};

// Makes the files of an attempt and launches its host. Owned by the keeper.
// Thread rule: worker only.
class JobStarter {
public:
	// `host`: where agent_runtime_host can be run; empty: nowhere. All of it must outlive this.
	JobStarter(const JobBase &base, const std::string &host,
			const std::vector<std::string> &launcher, const JobWrites &writes, const Clock &clock) :
			base_(base),
			host_(host),
			launcher_(launcher),
			writes_(writes),
			clock_(clock) {}

	// Folder, output and order.
	Status make_files(const JobLaunch &launch) const;
	// Whether the host of an earlier attempt lives still.
	bool has_host_now(JobId job) const;
	// Whether a host has the job now. If not, none will begin this attempt later.
	Status start(const JobLaunch &launch) const;

private:
	Status launch_host_of(const JobLaunch &launch) const;
	Status make_void(const JobLaunch &launch, Status why) const;

	const JobBase &base_;
	const std::string &host_;
	const std::vector<std::string> &launcher_;
	const JobWrites &writes_;
	const Clock &clock_;
};

// Waits a while for the end of a host, which tells of its program's end before it ends itself.
// `base` is the folder of all jobs. Thread rule: any thread that may wait.
void wait_for_end_of_host(const std::string &base, JobId job, const std::atomic<bool> &cancelled);

} // namespace agent_runtime
