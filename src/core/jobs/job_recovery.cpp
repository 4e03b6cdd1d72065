#include "core/jobs/job_recovery.h"

#include "core/base/counted.h"
#include "core/hosting/job_order.h"
#include "core/hosting/job_remains.h"
#include "core/jobs/job_end.h"
#include "core/jobs/job_rows.h"
#include "core/jobs/job_steps.h"
#include "core/jobs/job_worktree.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t BYTES_OF_A_JOB = 4'194'304;
constexpr std::size_t BYTES_OF_ALL = 67'108'864;

std::string marker_of_attempt(const JobRecord &job, const std::string &epoch) {
	JobOrder order;
	order.id = job.id;
	order.epoch = epoch;
	order.attempt = job.state.attempt;
	return order.marker();
}

JobEnd daemon_restarted() {
	JobEnd end;
	end.error = DAEMON_RESTARTED;
	return end;
}

} // namespace

Result<JobRecovery::Found> JobRecovery::run() {
	Found found;
	bytes_left_ = BYTES_OF_ALL;
	const Result<std::uint64_t> newest = newest_job_number(parts_.reading);
	const Result<std::vector<JobRecord>> open = open_jobs(parts_.reading);
	const Result<std::vector<JobId>> all = all_job_ids(parts_.reading);
	if (Status failed = first_failure(newest, open, all); !failed.ok()) {
		return failed;
	}
	// Before files are removed, so that no name is used twice.
	found.newest = std::max(newest.value(), parts_.base.highest_number());
	for (const JobRecord &job : open.value()) {
		const std::size_t running = found.running.size();
		if (Status recovered = recover(job, found); !recovered.ok()) {
			return recovered;
		}
		if (found.running.size() == running) {
			found.ended.push_back(job.id);
		}
	}
	const std::size_t orphans = parts_.base.remove_orphans(all.value(), log_);
	if (orphans > 0) {
		log_.info("removed the files of " + counted(orphans, "job") + " without a record");
	}
	return found;
}

Status JobRecovery::recover(const JobRecord &job, Found &found) {
	Result<JobFolders> folders = parts_.base.folders(job.id);
	if (!folders.ok()) {
		log_.warning("the files of " + job.id.to_string() +
				" cannot be used: " + folders.status().message());
		found.markers.push_back(marker_of_attempt(job, parts_.base.epoch()));
		return store_end(job, nullptr, daemon_restarted());
	}
	Result<JobRemains> remains = JobRemains::take(std::move(folders).value());
	if (remains.ok()) {
		return end_found_job(job, remains.value(), found);
	}
	if (remains.status().code() == StatusCode::unavailable) {
		log_.info("attached to " + job.id.to_string() + ", which has worked on alone");
		found.running.push_back(job);
		return {};
	}
	return remains.status();
}

// No host lives, and none can begin while `remains` is held, nor later in this attempt.
Status JobRecovery::end_found_job(const JobRecord &job, JobRemains &remains, Found &found) {
	const JournalSummary &journal = remains.journal();
	const bool has_ended = journal.attempt() == job.state.attempt && journal.is_over();
	JobEnd end = has_ended ? end_found(*journal.end()) : daemon_restarted();
	if (!has_ended) {
		const Status made = remains.make_void(job.state.attempt, parts_.clock);
		const Result<std::uint64_t> mended = remains.mend_output();
		if (const Status failed = first_failure(made, mended); !failed.ok()) {
			log_.warning("the files of " + job.id.to_string() +
					" cannot be put in order: " + failed.message());
		}
		found.markers.push_back(marker_of_attempt(job, parts_.base.epoch()));
	}
	Result<JobFolders> folders = parts_.base.folders(job.id);
	Result<std::unique_ptr<JobWatch>> watch = folders.ok()
			? JobWatch::open(job, std::move(folders).value(),
					  restore_driver(job.plan.program, job.cursor.driver), parts_.cost_of)
			: Result<std::unique_ptr<JobWatch>>(folders.status());
	if (!watch.ok()) {
		return store_end(job, nullptr, end);
	}
	read_rest(*watch.value());
	return store_end(job, watch.value().get(), end);
}

// What it wrote while nobody was there, within bounds: the file has all of it in any case.
void JobRecovery::read_rest(JobWatch &watch) {
	constexpr std::size_t PIECE = 262'144;
	std::size_t most = std::min(BYTES_OF_A_JOB, bytes_left_);
	bool more = true;
	while (more && most >= PIECE) {
		more = watch.look(PIECE);
		most -= PIECE;
		bytes_left_ -= more ? PIECE : 0;
	}
	if (more) {
		watch.skip_output();
	}
}

Status JobRecovery::store_end(const JobRecord &job, JobWatch *watch, const JobEnd &end) {
	const JobAttempt attempt{ job.id, job.state.attempt };
	unlock_worktree(job.plan, log_);
	log_.warning(job.id.to_string() +
			" had ended when it was looked for: " + (end.error.empty() ? "completed" : end.error));
	return parts_.writes.commit(JobPoint::end, job.id, [&](DecisionScope &scope) {
		Status status;
		if (watch != nullptr) {
			const JobNews &news = watch->news();
			status = news.program ? note_started(scope, attempt, watch->host(), *news.program)
								  : Status();
			status = status.ok() ? note_inputs(scope, attempt, news.inputs) : status;
			status = status.ok() ? note_progress(scope, attempt, news.progress) : status;
		}
		return status.ok() ? end_job(scope, attempt, end) : status;
	});
}

} // namespace agent_runtime
