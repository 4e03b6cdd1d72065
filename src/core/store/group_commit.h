#pragma once

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/file_tail.h"
#include "core/store/write_operation.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace agent_runtime {

// An operation in the writer's hands.
struct PendingOperation {
	std::unique_ptr<WriteOperation> operation;
	std::size_t bytes = 0;
	bool waits_for_file = false; // said when it came
};

struct BatchLimits {
	std::size_t operations = 1024;
	std::size_t bytes = 1U << 20U;
	// No further operation is begun after; what was begun and the commit come on top.
	Micros max_hold = std::chrono::microseconds(3500);
};

// The result of one transaction.
struct BatchOutcome {
	Status storage; // not ok: nothing was written, try again later
	std::vector<Status> operations; // of each operation that ended, from the front: ok is committed
	Micros held{}; // how long others could not write
};

// Writes operations from the front of `pending` in one transaction, as many as the limits allow.
// All go unguarded at first; only when one fails by its own fault is the batch done over with a
// savepoint around each, because savepoints cost and faults are rare. `tail` is asked inside the
// transaction; null: there is none.
BatchOutcome commit_batch(Database &database, std::deque<PendingOperation> &pending,
		const BatchLimits &limits, FileTail *tail = nullptr);

} // namespace agent_runtime
