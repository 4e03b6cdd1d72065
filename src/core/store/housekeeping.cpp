#include "core/store/housekeeping.h"

#include "core/base/thrown.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

// A WAL with fewer frames than this is left alone when there is nothing else to do.
constexpr int FRAMES_WORTH_A_CHECKPOINT = 1000;

Result<bool> run_guarded(IdleWork &task, Database &database) {
	try {
		return task.run(database);
	} catch (...) {
		return Status(StatusCode::internal, "an idle task threw " + thrown_text());
	}
}

} // namespace

Status Housekeeping::start(const std::string &path, const HousekeepingOptions &options,
		std::vector<std::unique_ptr<IdleWork>> tasks, Logger log) {
	options_ = options;
	tasks_ = std::move(tasks);
	log_ = std::move(log);
	checkpoint_at_ = options_.checkpoint_frames;
	pending_ = !tasks_.empty();
	due_ = due_at_latest_ = SteadyClock::now() + options_.idle_after;
	return checkpointer_.start(path, log_);
}

const Status &Housekeeping::stop() {
	return checkpointer_.stop();
}

// Each commit postpones the work a little, but not for ever.
void Housekeeping::after_commit(Database &database, SteadyTime now) {
	last_commit_ = now;
	if (!pending_) {
		pending_ = true;
		due_at_latest_ = now + options_.work_every;
	}
	due_ = std::min(now + options_.idle_after, due_at_latest_);
	keep_wal_short(database);
}

void Housekeeping::after_last_commit(Database &database) {
	if (database.wal_frames() >= options_.checkpoint_frames * options_.last_checkpoints) {
		keep_wal_short(database);
	}
}

void Housekeeping::keep_wal_short(Database &database) {
	if (checkpointer_.take_finished()) {
		checkpoint(database);
	} else if (database.wal_frames() >= checkpoint_at_) {
		checkpointer_.request();
	}
}

void Housekeeping::work(Database &database, SteadyTime now, bool operations_wait) {
	const SteadyTime begin = SteadyClock::now();
	const bool more = run_piece(database);
	const SteadyTime end = SteadyClock::now();
	if (more) {
		due_at_latest_ = end + pause_after(std::chrono::duration_cast<Micros>(end - begin));
		due_ = operations_wait ? due_at_latest_ : end + options_.gap;
		return;
	}
	const bool idle = !operations_wait && now - last_commit_ >= options_.idle_after;
	const bool worth_it = database.wal_frames() >= FRAMES_WORTH_A_CHECKPOINT;
	if (idle && worth_it) {
		checkpoint(database);
	}
	pending_ = worth_it && !idle;
	due_ = due_at_latest_ = end + options_.idle_after;
}

// How long the next piece can be kept waiting by operations.
Micros Housekeeping::pause_after(Micros piece) const {
	const bool is_urgent = std::any_of(tasks_.begin(), tasks_.end(),
			[](const std::unique_ptr<IdleWork> &task) { return task->is_urgent(); });
	return is_urgent ? std::max(options_.gap, piece * (options_.urgent_share - 1))
					 : options_.work_every;
}

// Runs the next task that has something to do.
bool Housekeeping::run_piece(Database &database) {
	for (std::size_t i = 0; i < tasks_.size(); i++) {
		const std::size_t turn = (next_task_ + i) % tasks_.size();
		const Result<bool> more = run_guarded(*tasks_[turn], database);
		if (!more.ok()) {
			log_.warning("work on the database is put off: " + more.status().message());
		} else if (more.value()) {
			next_task_ = turn + 1;
			return true;
		}
	}
	return false;
}

// Others can write meanwhile, since this takes no lock that they need.
void Housekeeping::checkpoint(Database &database) {
	const SteadyTime begin = SteadyClock::now();
	const Result<int> left = database.checkpoint();
	const Micros took = std::chrono::duration_cast<Micros>(SteadyClock::now() - begin);
	if (!left.ok()) {
		log_.warning("the database's log stays as long as it is: " + left.status().message());
	}
	// When a reader is in the way, it tries again later rather than after each commit.
	const bool blocked = !left.ok() || left.value() > 0;
	checkpoint_at_ = options_.checkpoint_frames;
	if (blocked) {
		checkpoint_at_ = database.wal_frames() + std::max(1, options_.checkpoint_frames / 4);
	}
	++checkpoints_;
	longest_checkpoint_ = std::max(longest_checkpoint_, took);
}

} // namespace agent_runtime
