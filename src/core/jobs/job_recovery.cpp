#include "core/jobs/job_recovery.h"

#include "core/base/counted.h"
#include "core/base/process.h"
#include "core/hosting/job_launch.h"
#include "core/hosting/job_remains.h"
#include "core/jobs/found_job.h"
#include "core/jobs/job_end.h"
#include "core/jobs/job_rows.h"
#include "core/jobs/job_steps.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t BYTES_OF_A_JOB = 4'194'304;
constexpr std::size_t BYTES_OF_ALL = 67'108'864;

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
		recover(job, found);
		if (found.running.size() == running) {
			found.ended.push_back(job.id);
		}
	}
	std::size_t removed = 0;
	for (const JobId job : parts_.base.without_record(all.value())) {
		removed += look_at_unknown(job, found) ? 1 : 0;
	}
	if (removed > 0) {
		log_.info("removed the files of " + counted(removed, "job") + " without a record");
	}
	found.has_stray_worktrees = !parts_.base.worktrees_without_record(all.value()).empty();
	return found;
}

void JobRecovery::recover(const JobRecord &job, Found &found) {
	Result<JobFolders> folders = parts_.base.folders(job.id);
	Result<JobRemains> remains = folders.ok() ? JobRemains::take(std::move(folders).value())
											  : Result<JobRemains>(folders.status());
	Status status = remains.status();
	if (remains.ok()) {
		status = end_found_job(job, remains.value(), found);
	} else if (status.code() == StatusCode::not_found) {
		log_.warning("the files of " + job.id.to_string() + " are gone: " + status.message());
		found.markers.push_back(parts_.base.marker(job.id, job.state.attempt));
		status = store_end(job, nullptr, daemon_restarted());
	} else if (status.code() == StatusCode::unavailable) {
		attach(job, found);
		return;
	}
	if (status.ok()) {
		found.locked.push_back(job.plan);
	} else {
		log_.error(job.id.to_string() +
				" cannot be put in order now, and is looked at again: " + status.message());
		found.running.push_back(job);
	}
}

// What lives is known by the lock alone; the rest is for people who look for what went wrong.
void JobRecovery::attach(const JobRecord &job, Found &found) {
	const std::string name = job.id.to_string();
	log_.info("attached to " + name + ", which has worked on alone");
	const ProcessIdentity &process = job.state.process;
	if (process.pid != 0 && process.life() == ProcessLife::ended) {
		log_.info("the program of " + name + " has ended; its host will say how");
	} else if (process.pid != 0) {
		const std::string now = process_name(process.pid);
		const bool is_same = job.state.command.starts_with(now); // the system cuts names
		if (!now.empty() && !is_same) {
			log_.info("the program of " + name + " was started as " + job.state.command +
					" and calls itself " + now);
		}
	}
	found.running.push_back(job);
}

bool JobRecovery::look_at_unknown(JobId job, Found &found) {
	const auto leave = [&](const Status &why) {
		log_.warning("files of " + job.to_string() +
				", which no record knows, stay where they are: " + why.message());
		return false;
	};
	const auto remove = [&] {
		const Status gone = parts_.base.remove(job);
		return gone.ok() || leave(gone);
	};
	Result<JobFolders> folders = parts_.base.folders(job);
	if (!folders.ok()) {
		// Only its output is there.
		return folders.status().code() == StatusCode::not_found ? remove()
																: leave(folders.status());
	}
	const Result<JobOrder> order = read_order(folders.value());
	if (order.ok() && order.value().epoch != parts_.base.epoch()) {
		return false; // another database's
	}
	const StatusCode code = order.status().code();
	const bool is_no_order = code == StatusCode::not_found || code == StatusCode::invalid_argument;
	if (!order.ok() && !is_no_order) {
		return leave(order.status());
	}
	Result<JobFolders> again = parts_.base.folders(job);
	const Result<JobRemains> remains =
			again.ok() ? JobRemains::take(std::move(again).value()) : again.status();
	if (remains.status().code() == StatusCode::unavailable && order.ok()) {
		return adopt(folders.value(), order.value(), found);
	}
	if (!remains.ok()) {
		return leave(remains.status());
	}
	if (order.ok()) {
		found.markers.push_back(order.value().marker());
	}
	return remove();
}

// Never true: its files stay.
bool JobRecovery::adopt(const JobFolders &folders, const JobOrder &order, Found &found) {
	const JobId id = folders.id;
	const Result<UnrecordedJob> job = read_found_job(folders, order, parts_.base.output_path(id));
	Status status = job.status();
	if (status.ok()) {
		status = parts_.writes.commit(JobPoint::start, id,
				[&](DecisionScope &scope) { return adopt_job(scope, job.value()); });
	}
	if (!status.ok()) {
		log_.warning(
				id.to_string() + ", which no record knows, works on alone: " + status.message());
		return false;
	}
	log_.warning("no record knew " + id.to_string() + ", which works; it has one again");
	found.running.push_back(job.value().record);
	return false;
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
		found.markers.push_back(parts_.base.marker(job.id, job.state.attempt));
	}
	Result<JobFolders> folders = parts_.base.folders(job.id);
	Result<std::unique_ptr<JobWatch>> watch = folders.ok()
			? JobWatch::open(job, std::move(folders).value(),
					  restore_driver(job.plan.program, job.cursor.driver), parts_.cost_of)
			: Result<std::unique_ptr<JobWatch>>(folders.status());
	if (!watch.ok() && watch.status().code() != StatusCode::not_found) {
		return watch.status();
	}
	if (!watch.ok()) {
		return store_end(job, nullptr, end);
	}
	watch.value()->look_at_journal();
	read_rest(*watch.value());
	watch.value()->give_up_open_input();
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
	log_.warning(job.id.to_string() +
			" had ended when it was looked for: " + (end.error.empty() ? "completed" : end.error));
	return parts_.writes.commit(JobPoint::end, job.id, [&](DecisionScope &scope) {
		Status status;
		if (watch != nullptr) {
			const JobNews &news = watch->news();
			status = news.program ? note_started(scope, attempt, watch->host(), *news.program)
								  : Status();
			status = status.ok() ? note_inputs(scope, attempt, news.inputs) : status;
			status = status.ok() ? note_progress(scope, attempt, news.progress).status() : status;
		}
		return status.ok() ? end_job(scope, attempt, end) : status;
	});
}

} // namespace agent_runtime
