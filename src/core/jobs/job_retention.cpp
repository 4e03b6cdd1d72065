#include "core/jobs/job_retention.h"

#include "core/jobs/job_rows.h"
#include "core/jobs/job_steps.h"

#include <utility>

namespace agent_runtime {

namespace {

constexpr std::uint64_t BYTES_OF_MEGABYTE = 1'048'576;
constexpr std::size_t MOST_A_SWEEP = 10;

} // namespace

Result<std::vector<JobToPurge>> JobRetention::due(std::size_t most) const {
	const Result<std::vector<EndedJob>> ended = ended_jobs(parts_.reading);
	if (!ended.ok()) {
		return ended.status();
	}
	const JobRetentionSettings &settings = parts_.settings;
	const std::vector<EndedJob> &jobs = ended.value();
	std::vector<std::uint64_t> bytes;
	std::uint64_t in_all = 0;
	for (const EndedJob &job : jobs) {
		bytes.push_back(parts_.base.bytes_of(job.id));
		in_all += bytes.back();
	}
	const WallTime oldest = settings.max_age > Micros(0)
			? parts_.clock.wall_now() - settings.max_age
			: WallTime::min();
	const std::uint64_t most_bytes = settings.max_megabytes * BYTES_OF_MEGABYTE;
	std::vector<JobToPurge> due;
	for (std::size_t i = 0; i < jobs.size() && due.size() < most; i++) {
		std::string reason;
		if (jobs[i].ended_at < oldest) {
			reason = "it has ended long ago";
		} else if (settings.max_jobs > 0 && jobs.size() - i > settings.max_jobs) {
			reason = "there are newer ones enough";
		} else if (settings.max_megabytes > 0 && in_all > most_bytes) {
			reason = "all jobs together take up too much";
		}
		if (reason.empty()) {
			continue;
		}
		Result<JobToPurge> job = look(jobs[i].id, reason);
		if (!job.ok()) {
			return job.status();
		}
		due.push_back(std::move(job).value());
		in_all -= bytes[i];
	}
	return due;
}

Result<JobToPurge> JobRetention::look(JobId job, const std::string &reason) const {
	Result<JobRecord> found = find_job(parts_.reading, job);
	if (!found.ok()) {
		return found.status();
	}
	if (!is_over(found.value().state.status)) {
		return Status(StatusCode::failed_precondition,
				job.to_string() + " has not ended; kill it first, or purge it later");
	}
	return JobToPurge{ job, std::move(found.value().plan), parts_.base.bytes_of(job), reason,
		std::nullopt };
}

Status JobRetention::purge(const JobToPurge &job) {
	Status gone = parts_.writes.commit(JobPoint::purge, job.job,
			[&](DecisionScope &scope) { return purge_job(scope, job.job, job.kept_worktree); });
	if (!gone.ok()) {
		return gone;
	}
	if (const Status left = parts_.base.remove(job.job); !left.ok()) {
		log_.warning("some files of " + job.job.to_string() + " are left: " + left.message());
	}
	return {};
}

std::vector<JobToPurge> JobRetention::sweep() {
	const RealTime now = parts_.clock.now();
	if (now < next_sweep_) {
		return {};
	}
	next_sweep_ = now + BETWEEN_SWEEPS;
	Result<std::vector<JobToPurge>> due = this->due(MOST_A_SWEEP);
	if (!due.ok()) {
		log_.warning("old jobs cannot be looked for: " + due.status().message());
		return {};
	}
	return std::move(due).value();
}

} // namespace agent_runtime
