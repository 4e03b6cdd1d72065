#pragma once

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/checkpointer.h"
#include "core/store/database.h"
#include "core/store/idle_work.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace agent_runtime {

struct HousekeepingOptions {
	Micros idle_after = std::chrono::milliseconds(20);
	Micros work_every = std::chrono::milliseconds(250); // even when operations never stop coming
	Micros gap = std::chrono::microseconds(1300); // between two pieces, for other processes
	// Urgent work gets one part in this many of the time, even while jobs wait.
	int urgent_share = 4;
	int checkpoint_frames = 16384; // 64 MB of pages
	int last_checkpoints = 4; // times as many, when the end is near
};

// What the writer does besides writing: idle tasks, in pieces, and keeping the WAL short. Owned by
// Writer. Thread rule: worker only (the writer's).
class Housekeeping {
public:
	using SteadyTime = std::chrono::steady_clock::time_point;

	Status start(const std::string &path, const HousekeepingOptions &options,
			std::vector<std::unique_ptr<IdleWork>> tasks, Logger log);
	const Status &stop(); // `internal` when its thread had ended by an exception

	// Call after each commit: there may be work now, and the WAL may have grown.
	void after_commit(Database &database, SteadyTime now);

	// The same when the end is near. Delays it only if the WAL has become very long.
	void after_last_commit(Database &database);

	// When work() should be called, if at all.
	bool is_due(SteadyTime now) const { return pending_ && now >= due_; }
	SteadyTime next(SteadyTime otherwise) const {
		return pending_ && due_ < otherwise ? due_ : otherwise;
	}

	// Does one piece. `operations_wait`: there are jobs waiting for it.
	void work(Database &database, SteadyTime now, bool operations_wait);

	std::uint64_t checkpoints() const { return checkpoints_; }
	Micros longest_checkpoint() const { return longest_checkpoint_; }

private:
	bool run_piece(Database &database);
	Micros pause_after(Micros piece) const;
	void keep_wal_short(Database &database);
	void checkpoint(Database &database);

	HousekeepingOptions options_;
	std::vector<std::unique_ptr<IdleWork>> tasks_;
	std::size_t next_task_ = 0; // they take turns
	Logger log_;
	Checkpointer checkpointer_;
	bool pending_ = false; // whether there may be something to do
	SteadyTime due_;
	SteadyTime due_at_latest_;
	SteadyTime last_commit_;
	int checkpoint_at_ = 0; // frames in the WAL
	std::uint64_t checkpoints_ = 0;
	Micros longest_checkpoint_{}; // of the writer's own checkpoints
};

} // namespace agent_runtime
