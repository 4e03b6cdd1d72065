#include "core/jobs/job_retention.h"

#include "core/jobs/job_rows.h"
#include "core/jobs/job_steps.h"
#include "core/jobs/job_worktree.h"

#include <algorithm>

namespace agent_runtime {

namespace {

constexpr std::uint64_t BYTES_OF_MEGABYTE = 1'048'576;
constexpr std::size_t MOST_A_SWEEP = 10;

} // namespace

Result<std::vector<JobToPurge>> JobRetention::due() const {
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
	for (std::size_t i = 0; i < jobs.size(); i++) {
		std::string reason;
		if (jobs[i].ended_at < oldest) {
			reason = "it has ended long ago";
		} else if (settings.max_jobs > 0 && jobs.size() - i > settings.max_jobs) {
			reason = "there are newer ones enough";
		} else if (settings.max_megabytes > 0 && in_all > most_bytes) {
			reason = "all jobs together take up too much";
		}
		if (!reason.empty()) {
			due.push_back({ jobs[i].id, bytes[i], std::move(reason), std::nullopt });
			in_all -= bytes[i];
		}
	}
	return due;
}

Result<JobRecord> JobRetention::find_ended(JobId job) const {
	Result<JobRecord> found = find_job(parts_.reading, job);
	if (found.ok() && !is_over(found.value().state.status)) {
		return Status(StatusCode::failed_precondition,
				job.to_string() + " has not ended; kill it first, or purge it later");
	}
	return found;
}

JobToPurge JobRetention::look_at(const JobRecord &job, const std::string &reason) const {
	return { job.id, parts_.base.bytes_of(job.id), reason, worktree_to_keep(job.plan) };
}

Result<JobToPurge> JobRetention::look(JobId job, const std::string &reason) const {
	const Result<JobRecord> found = find_ended(job);
	return found.ok() ? Result(look_at(found.value(), reason)) : found.status();
}

Result<JobToPurge> JobRetention::purge(JobId job, const std::string &reason) {
	const Result<JobRecord> found = find_ended(job);
	if (!found.ok()) {
		return found.status();
	}
	const JobToPurge purged = look_at(found.value(), reason);
	const Status gone = parts_.writes.commit(JobPoint::purge, job,
			[&](DecisionScope &scope) { return purge_job(scope, job, purged.kept_worktree); });
	if (!gone.ok()) {
		return gone;
	}
	const Status tree = purged.kept_worktree ? Status() : remove_worktree(found.value().plan);
	const Status files = parts_.base.remove(job);
	if (const Status left = first_failure(tree, files); !left.ok()) {
		log_.warning("some files of " + job.to_string() + " are left: " + left.message());
	}
	return purged;
}

void JobRetention::sweep() {
	const RealTime now = parts_.clock.now();
	if (now < next_sweep_) {
		return;
	}
	next_sweep_ = now + BETWEEN_SWEEPS;
	const Result<std::vector<JobToPurge>> all = due();
	if (!all.ok()) {
		log_.warning("old jobs cannot be looked for: " + all.status().message());
		return;
	}
	const std::size_t count = std::min(all.value().size(), MOST_A_SWEEP);
	for (std::size_t i = 0; i < count; i++) {
		const Status gone = purge(all.value()[i].job, all.value()[i].reason).status();
		if (!gone.ok()) {
			log_.warning(all.value()[i].job.to_string() + " cannot be purged: " + gone.message());
			return;
		}
	}
}

} // namespace agent_runtime
