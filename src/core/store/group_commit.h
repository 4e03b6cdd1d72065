#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/write_job.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace agent_runtime {

// A job in the writer's hands.
struct PendingJob {
	std::unique_ptr<WriteJob> job;
	std::size_t bytes = 0;
};

struct BatchLimits {
	std::size_t jobs = 1024;
	std::size_t bytes = 1U << 20U;
	// No further job is begun after; what was begun and the commit come on top.
	Micros max_hold = std::chrono::microseconds(3500);
};

// What became of one transaction.
struct BatchOutcome {
	Status storage; // not ok: nothing was written, try again later
	std::vector<Status> jobs; // of each job that ended, from the front: ok is committed
	EventId newest_before; // when the lock was taken: up to here others may have written
	EventId newest_after;
	Micros held{}; // how long others could not write
};

// Writes jobs from the front of `pending` in one transaction, as many as the limits allow. All go
// unguarded at first; only when one fails by its own fault is the batch done over with a savepoint
// around each, because savepoints cost and faults are rare.
BatchOutcome commit_batch(
		Database &database, std::deque<PendingJob> &pending, const BatchLimits &limits);

} // namespace agent_runtime
