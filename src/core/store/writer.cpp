#include "core/store/writer.h"
#include "core/base/counted.h"
#include "core/base/thrown.h"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

// Meanwhile new jobs wait to be told.
constexpr std::chrono::milliseconds BUSY_LIMIT_WHILE_DEGRADED{ 20 };
// As much of the WAL is copied at the end, 4 MB. As a rule that is all of it, and the file alone
// then holds everything; a game that quits would have to wait for more.
constexpr int FRAMES_COPIED_AT_THE_END = 1024;

// Callbacks are others' code: what they throw must not end the writer.
template <typename Call>
void guarded(const Logger &log, const Call &call) {
	try {
		call();
	} catch (...) {
		log.error("a callback of the writer threw " + thrown_text());
	}
}

Micros between(SteadyClock::time_point begin, SteadyClock::time_point end) {
	return std::chrono::duration_cast<Micros>(end - begin);
}

} // namespace

Writer::~Writer() {
	stop();
}

Status Writer::start(Database database, WriterOptions options, WriterHooks hooks,
		std::vector<std::unique_ptr<IdleTask>> idle_tasks, Logger log) {
	if (queue_ != nullptr) {
		return Status(StatusCode::failed_precondition,
				"the database's writer was started already; make a new one");
	}
	Status status = foreign_.start(database, hooks.foreign_events);
	if (status.ok()) {
		status = housekeeping_.start(
				database.path(), options.housekeeping, std::move(idle_tasks), log);
	}
	if (!status.ok()) {
		return status;
	}
	options_ = options;
	hooks_ = std::move(hooks);
	log_ = std::move(log);
	file_ = FileWatch(database.path());
	database_.emplace(std::move(database));
	database_->set_busy_limit(options_.busy_limit);
	queue_ = std::make_unique<WriteQueue>(options_.queue);
	thread_ = std::make_unique<NamedThread>("writer", log_);
	return thread_->start([this] {
		try {
			run();
		} catch (...) {
			drop_all();
			throw;
		}
	});
}

// Nobody may wait for a thread that is no more.
void Writer::drop_all() {
	failure_ = Status(StatusCode::internal, "the database's writer has ended");
	queue_->fail_for_good(failure_);
	guarded(log_, [this] {
		receive(SteadyClock::now(), false);
		drop_rest();
	});
}

Result<Micros> Writer::submit(std::unique_ptr<WriteJob> &&job) {
	if (queue_ == nullptr) {
		return Status(StatusCode::failed_precondition, "the database's writer is not started");
	}
	return queue_->push(std::move(job));
}

Status Writer::flush() {
	return queue_ == nullptr ? Status() : queue_->wait_until_done();
}

void Writer::prepare_stop() {
	ending_.store(true, std::memory_order_relaxed);
}

const Status &Writer::stop() {
	if (queue_ == nullptr || std::exchange(stopped_, true)) {
		return end_;
	}
	prepare_stop();
	queue_->close();
	const Status &copied = housekeeping_.stop(); // of what is left now, the queue holds little
	thread_->join_within(NamedThread::EXPECTED);
	if (database_->wal_frames() > FRAMES_COPIED_AT_THE_END) {
		database_->leave_wal();
	}
	database_.reset();
	for (const Status &status : { thread_->failure(), copied }) {
		end_ = end_.ok() ? status : end_;
	}
	return end_;
}

WriterStats Writer::stats() const {
	WriterStats stats;
	{
		const Lock lock(stats_mutex_);
		stats = stats_;
	}
	if (queue_ != nullptr) {
		stats.queue_bytes = queue_->bytes();
		stats.queue_jobs = queue_->jobs();
		stats.longest_wait = queue_->longest_wait();
	}
	return stats;
}

void Writer::run() {
	while (true) {
		receive(next_deadline(), pending_.empty() || !failure_.ok());
		const bool closing = queue_->is_closed();
		look_for_file(SteadyClock::now());
		if (!trouble().ok()) {
			tell_degraded();
		}
		if (!pending_.empty() && (failure_.ok() || closing || SteadyClock::now() >= retry_at_)) {
			write_pending();
		}
		if (closing && (pending_.empty() || !failure_.ok())) {
			break;
		}
		look_for_foreign(SteadyClock::now());
		const SteadyTime after = SteadyClock::now();
		if (keeps_house() && housekeeping_.is_due(after)) {
			housekeeping_.work(*database_, after, !pending_.empty());
		}
	}
	receive(SteadyClock::now(), false);
	look_at_ = SteadyTime();
	look_for_file(SteadyClock::now());
	while (!pending_.empty() && failure_.ok()) {
		write_pending();
	}
	drop_rest();
}

// When the end is near, it is so for whoever waits for the lock as well.
bool Writer::keeps_house() const {
	return failure_.ok() && !ending_.load(std::memory_order_relaxed);
}

Writer::SteadyTime Writer::next_deadline() const {
	SteadyTime deadline = look_at_;
	if (!failure_.ok()) {
		deadline = std::min(deadline, retry_at_);
	}
	if (foreign_.is_wanted()) {
		deadline = std::min(deadline, poll_at_);
	}
	return keeps_house() ? housekeeping_.next(deadline) : deadline;
}

void Writer::receive(SteadyTime deadline, bool patient) {
	for (std::unique_ptr<WriteJob> &job : queue_->take(deadline, patient)) {
		const std::size_t size = job->bytes();
		pending_.push_back({ std::move(job), size });
	}
}

void Writer::write_pending() {
	if (!lost_.ok()) {
		tell_degraded();
	}
	const SteadyTime begin = SteadyClock::now();
	if (between(last_commit_, begin) >= options_.gap) {
		held_ = Micros();
	}
	const BatchOutcome outcome = commit_batch(*database_, pending_, options_.batch);
	last_commit_ = SteadyClock::now();
	if (!outcome.storage.ok()) {
		enter_degraded(outcome.storage);
		return;
	}
	held_ += outcome.held;
	publish(outcome);
	if (!failure_.ok()) {
		leave_degraded();
	}
	if (keeps_house()) {
		housekeeping_.after_commit(*database_, last_commit_);
		leave_gap();
	} else {
		housekeeping_.after_last_commit(*database_);
	}
}

// Foreign events first: their ids are lower.
void Writer::publish(const BatchOutcome &outcome) {
	guarded(log_, [&] {
		const Status status = foreign_.hand_over(*database_, outcome.newest_before);
		if (!status.ok()) {
			log_.warning("events of other programs could not be read: " + status.message());
		}
	});
	foreign_.skip_to(outcome.newest_after);
	end_jobs(outcome);
}

void Writer::end_jobs(const BatchOutcome &outcome) {
	std::size_t bytes = 0;
	std::uint64_t committed = 0;
	for (const Status &status : outcome.jobs) {
		PendingJob next = std::move(pending_.front());
		pending_.pop_front();
		bytes += next.bytes;
		if (told_ > 0) {
			--told_;
			++recovered_;
		}
		committed += status.ok() ? 1 : 0;
		end_job(*next.job, status);
	}
	update_stats(outcome, committed);
	queue_->ended(outcome.jobs.size(), bytes);
	if (recovered_ > 0 && told_ == 0 && lost_.ok()) {
		const std::uint64_t jobs = std::exchange(recovered_, 0);
		log_.info("the database works again, and has " + counted(jobs, "job") + " that waited");
		guarded(log_, [&] { hooks_.recovered ? hooks_.recovered(jobs) : void(); });
	}
}

void Writer::end_job(WriteJob &job, const Status &status) {
	if (status.ok()) {
		guarded(log_, [&] { job.committed(); });
		return;
	}
	guarded(log_, [&] {
		if (const std::string title = job.title(); !title.empty()) {
			log_.error(title + " could not be stored: " + status.message());
		}
		job.dropped(status);
	});
}

void Writer::update_stats(const BatchOutcome &outcome, std::uint64_t committed) {
	const Lock lock(stats_mutex_);
	++stats_.commits;
	stats_.jobs += committed;
	stats_.rows = static_cast<std::uint64_t>(sqlite3_total_changes64(database_->handle()));
	stats_.checkpoints = housekeeping_.checkpoints();
	stats_.longest_checkpoint = housekeeping_.longest_checkpoint();
	stats_.foreign_events = foreign_.count();
	stats_.longest_hold = std::max(stats_.longest_hold, outcome.held);
}

void Writer::enter_degraded(const Status &reason) {
	const bool first = failure_.ok();
	failure_ = reason;
	database_->set_busy_limit(BUSY_LIMIT_WHILE_DEGRADED);
	retry_at_ = SteadyClock::now() + options_.retry_every;
	if (first) {
		log_.error("the database cannot be written, work goes on without it: " + reason.message());
		note_state();
	}
	if (first && hooks_.degraded) {
		guarded(log_, [&] { hooks_.degraded(reason); });
	}
	tell_degraded();
}

// Who was told stands in front: new jobs come behind.
void Writer::tell_degraded() {
	for (; told_ < pending_.size(); ++told_) {
		guarded(log_, [&] { pending_[told_].job->degraded(trouble()); });
	}
	if (!failure_.ok()) {
		queue_->storage_failed(failure_);
	}
}

void Writer::leave_degraded() {
	failure_ = Status();
	database_->set_busy_limit(options_.busy_limit);
	queue_->storage_works();
	note_state();
}

void Writer::note_state() {
	const Lock lock(stats_mutex_);
	stats_.degraded = !trouble().ok();
	stats_.lost = lost_.message();
}

// What is written while the file has no name is not stored for those who are told of it.
void Writer::look_for_file(SteadyTime now) {
	if (now < look_at_) {
		return;
	}
	look_at_ = now + options_.file_look;
	const bool was_there = lost_.ok();
	lost_ = file_.look(*database_);
	if (lost_.ok() && hooks_.keep_beside) {
		guarded(log_, [this] { lost_ = hooks_.keep_beside(); });
	}
	if (lost_.ok() == was_there) {
		return;
	}
	note_state();
	if (was_there) {
		log_.error(lost_.message());
		guarded(log_, [&] { hooks_.degraded ? hooks_.degraded(lost_) : void(); });
		return;
	}
	log_.info("the database's file is in its place again");
	if (failure_.ok()) {
		const std::uint64_t jobs = std::exchange(recovered_, 0);
		guarded(log_, [&] { hooks_.recovered ? hooks_.recovered(jobs) : void(); });
	}
}

void Writer::drop_rest() {
	std::size_t bytes = 0;
	const std::size_t jobs = pending_.size();
	for (PendingJob &next : pending_) {
		bytes += next.bytes;
		guarded(log_, [&] { next.job->dropped(failure_); });
	}
	if (!lost_.ok()) {
		end_ = Status(lost_.code(), "what was not stored is lost: " + lost_.message());
		log_.error(end_.message());
	}
	if (jobs > 0) {
		end_ = Status(StatusCode::unavailable,
				"could not write " + counted(jobs, "job") + ": " + failure_.message());
		log_.error(end_.message());
	}
	pending_.clear();
	queue_->ended(jobs, bytes);
}

void Writer::look_for_foreign(SteadyTime now) {
	if (!foreign_.is_wanted() || now < poll_at_) {
		return;
	}
	poll_at_ = now + options_.foreign_poll;
	guarded(log_, [&] {
		const Status status = foreign_.poll(*database_);
		if (!status.ok()) {
			log_.debug("events of other programs could not be read: " + status.message());
		}
	});
}

// Longer than the pauses between the looks of those who wait.
void Writer::leave_gap() {
	if (held_ < options_.gap_after) {
		return;
	}
	held_ = Micros();
	std::this_thread::sleep_until(last_commit_ + options_.gap);
}

} // namespace agent_runtime
