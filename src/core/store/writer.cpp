#include "core/store/writer.h"

#include "core/base/counted.h"
#include "core/store/guarded.h"

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include <sqlite3.h>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

// Meanwhile new operations wait to be told.
constexpr std::chrono::milliseconds BUSY_LIMIT_WHILE_DEGRADED{ 20 };
// This much of the WAL, 4 MB, is copied at the end. Usually that is all of it, and then the file
// alone holds everything. A game that quits would have to wait for more.
constexpr int FRAMES_COPIED_AT_THE_END = 1024;

Micros between(SteadyClock::time_point begin, SteadyClock::time_point end) {
	return std::chrono::duration_cast<Micros>(end - begin);
}

} // namespace

Writer::~Writer() {
	stop();
}

Status Writer::start(Database database, WriterOptions options, WriterHooks hooks,
		std::vector<std::unique_ptr<IdleWork>> idle_work, Logger log) {
	if (queue_ != nullptr) {
		return Status(StatusCode::failed_precondition,
				"the database's writer was started already; make a new one");
	}
	Status status = hooks.tail != nullptr ? hooks.tail->start(database) : Status();
	if (status.ok()) {
		status = housekeeping_.start(
				database.path(), options.housekeeping, std::move(idle_work), log);
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

// Nobody may wait for a thread that no longer exists.
void Writer::drop_all() {
	failure_ = Status(StatusCode::internal, "the database's writer has ended");
	queue_->fail_for_good(failure_);
	guarded(log_, [this] {
		receive(SteadyClock::now(), false);
		drop_rest();
	});
}

Result<Micros> Writer::submit(std::unique_ptr<WriteOperation> &&operation) {
	if (queue_ == nullptr) {
		return Status(StatusCode::failed_precondition, "the database's writer is not started");
	}
	return queue_->push(std::move(operation));
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
	end_ = first_failure(end_, thread_->failure(), copied);
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
		stats.queue_operations = queue_->operations();
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

// When the end is near, it is near for whoever waits for the lock as well.
bool Writer::keeps_house() const {
	return failure_.ok() && !ending_.load(std::memory_order_relaxed);
}

Writer::SteadyTime Writer::next_deadline() const {
	SteadyTime deadline = look_at_;
	if (!failure_.ok()) {
		deadline = std::min(deadline, retry_at_);
	}
	if (hooks_.tail != nullptr) {
		deadline = std::min(deadline, poll_at_);
	}
	return keeps_house() ? housekeeping_.next(deadline) : deadline;
}

void Writer::receive(SteadyTime deadline, bool patient) {
	for (std::unique_ptr<WriteOperation> &operation : queue_->take(deadline, patient)) {
		const std::size_t size = operation->bytes();
		const bool waits_for_file = operation->waits_for_file();
		pending_.push_back({ std::move(operation), size, waits_for_file });
	}
}

void Writer::write_pending() {
	look_for_those_who_wait();
	if (!lost_.ok()) {
		tell_degraded();
	}
	const SteadyTime begin = SteadyClock::now();
	if (between(last_commit_, begin) >= options_.gap) {
		held_ = Micros();
	}
	const BatchOutcome outcome =
			commit_batch(*database_, pending_, options_.batch, hooks_.tail.get());
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

// What others have written comes first, since it was there before.
void Writer::publish(const BatchOutcome &outcome) {
	guarded(log_, [&] {
		const Status status =
				hooks_.tail != nullptr ? hooks_.tail->committed(*database_) : Status();
		if (!status.ok()) {
			log_.warning("what other programs wrote could not be read: " + status.message());
		}
	});
	end_operations(outcome);
}

void Writer::end_operations(const BatchOutcome &outcome) {
	std::size_t bytes = 0;
	std::uint64_t committed = 0;
	for (const Status &status : outcome.operations) {
		PendingOperation next = std::move(pending_.front());
		pending_.pop_front();
		bytes += next.bytes;
		if (told_ > 0) {
			--told_;
			++recovered_;
		}
		committed += status.ok() ? 1 : 0;
		end_operation(std::move(next), status);
	}
	update_stats(outcome, committed);
	queue_->ended(outcome.operations.size(), bytes);
	if (recovered_ > 0 && told_ == 0 && lost_.ok()) {
		const std::uint64_t operations = std::exchange(recovered_, 0);
		log_.info("the database works again, and has " + counted(operations, "operation") +
				" that waited");
		guarded(log_, [&] { hooks_.recovered ? hooks_.recovered(operations) : void(); });
	}
}

void Writer::end_operation(PendingOperation next, const Status &status) {
	WriteOperation &operation = *next.operation;
	if (status.ok() && !lost_.ok() && operation.waits_for_file()) {
		file_waiters_.add(std::move(next));
		queue_->keeps_for_file(file_waiters_.bytes());
		return;
	}
	if (status.ok()) {
		guarded(log_, [&] { operation.committed(); });
		return;
	}
	guarded(log_, [&] {
		if (const std::string title = operation.title(); !title.empty()) {
			log_.error(title + " could not be stored: " + status.message());
		}
		operation.dropped(status);
	});
}

void Writer::update_stats(const BatchOutcome &outcome, std::uint64_t committed) {
	const Lock lock(stats_mutex_);
	++stats_.commits;
	stats_.operations += committed;
	stats_.rows = static_cast<std::uint64_t>(database_->total_changes());
	stats_.checkpoints = housekeeping_.checkpoints();
	stats_.longest_checkpoint = housekeeping_.longest_checkpoint();
	stats_.foreign_rows = hooks_.tail != nullptr ? hooks_.tail->count() : 0;
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

// Who was told stands in front: new operations come behind.
void Writer::tell_degraded() {
	for (; told_ < pending_.size(); ++told_) {
		guarded(log_, [&] { pending_[told_].operation->degraded(trouble()); });
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

// What is written while the file has no name counts as not stored when it is published.
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
	end_what_waits_for_file();
	if (failure_.ok()) {
		const std::uint64_t operations = std::exchange(recovered_, 0);
		guarded(log_, [&] { hooks_.recovered ? hooks_.recovered(operations) : void(); });
	}
}

// Nobody is told of something as stored that is written into a file that was deleted just now.
void Writer::look_for_those_who_wait() {
	const bool any_waits = std::any_of(pending_.begin(), pending_.end(),
			[](const PendingOperation &next) { return next.waits_for_file; });
	if (any_waits) {
		look_at_ = SteadyTime();
		look_for_file(SteadyClock::now());
	}
}

// What they submit meanwhile is not refused for their sake.
void Writer::end_what_waits_for_file() {
	queue_->keeps_for_file(0);
	file_waiters_.end(lost_, log_);
}

void Writer::drop_rest() {
	end_what_waits_for_file();
	std::size_t bytes = 0;
	const std::size_t operations = pending_.size();
	for (PendingOperation &next : pending_) {
		bytes += next.bytes;
		guarded(log_, [&] { next.operation->dropped(failure_); });
	}
	if (!lost_.ok()) {
		end_ = Status(lost_.code(), "what was not stored is lost: " + lost_.message());
		log_.error(end_.message());
	}
	if (operations > 0) {
		end_ = Status(StatusCode::unavailable,
				"could not write " + counted(operations, "operation") + ": " + failure_.message());
		log_.error(end_.message());
	}
	pending_.clear();
	queue_->ended(operations, bytes);
}

void Writer::look_for_foreign(SteadyTime now) {
	if (hooks_.tail == nullptr || now < poll_at_) {
		return;
	}
	poll_at_ = now + options_.foreign_poll;
	guarded(log_, [&] {
		const Status status = hooks_.tail->poll(*database_);
		if (!status.ok()) {
			log_.debug("what other programs wrote could not be read: " + status.message());
		}
	});
}

// Longer than the intervals at which other processes try the lock.
void Writer::leave_gap() {
	if (held_ < options_.gap_after) {
		return;
	}
	held_ = Micros();
	std::this_thread::sleep_until(last_commit_ + options_.gap);
}

} // namespace agent_runtime
