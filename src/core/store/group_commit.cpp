#include "core/store/group_commit.h"

#include "core/base/thrown.h"
#include "core/store/transaction.h"

#include <chrono>
#include <string>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

enum class Care { none, savepoints };
enum class Ending { written, storage_failed, needs_care };

Micros since(SteadyClock::time_point begin) {
	return std::chrono::duration_cast<Micros>(SteadyClock::now() - begin);
}

Status write_guarded(WriteOperation &operation, Database &database) {
	try {
		return operation.write(database);
	} catch (...) {
		return Status(StatusCode::internal, "a write operation threw " + thrown_text());
	}
}

// One operation inside a savepoint: its own failure leaves no trace, and is its own.
Status write_with_savepoint(WriteOperation &operation, Database &database) {
	Status opened = database.run("SAVEPOINT operation");
	if (!opened.ok()) {
		return opened;
	}
	Status status = write_guarded(operation, database);
	if (!status.ok() && database.in_transaction()) {
		Status undone = database.run("ROLLBACK TO operation");
		if (!undone.ok()) {
			return undone;
		}
	}
	const Status released = database.run("RELEASE operation");
	return released.ok() ? status : released;
}

Ending write_operations(Database &database, std::deque<PendingOperation> &pending,
		const BatchLimits &limits, Care care, BatchOutcome &outcome) {
	const SteadyClock::time_point begin = SteadyClock::now();
	std::size_t bytes = 0;
	outcome.operations.clear();
	for (PendingOperation &next : pending) {
		const bool full = outcome.operations.size() >= limits.operations || bytes >= limits.bytes;
		if (!outcome.operations.empty() && (full || since(begin) >= limits.max_hold)) {
			break;
		}
		Status status = care == Care::none ? write_guarded(*next.operation, database)
										   : write_with_savepoint(*next.operation, database);
		if (!database.storage_failure().ok()) {
			return Ending::storage_failed;
		}
		if (!database.in_transaction() || (!status.ok() && care == Care::none)) {
			return Ending::needs_care;
		}
		outcome.operations.push_back(std::move(status));
		bytes += next.bytes;
	}
	return Ending::written;
}

Ending run_transaction(Database &database, std::deque<PendingOperation> &pending,
		const BatchLimits &limits, FileTail *tail, Care care, BatchOutcome &outcome) {
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		outcome.storage = transaction.status();
		return Ending::storage_failed;
	}
	const SteadyClock::time_point begin = SteadyClock::now();
	const Status before = tail != nullptr ? tail->begin_own(database) : Status();
	Ending ending = write_operations(database, pending, limits, care, outcome);
	const Status after = tail != nullptr ? tail->end_own(database) : Status();
	Status committed;
	if (ending == Ending::written) {
		committed = transaction.value().commit();
	} else {
		transaction.value().roll_back();
	}
	outcome.held += since(begin);
	if (Status failed = first_failure(before, after, committed); !failed.ok()) {
		outcome.storage = std::move(failed);
		return Ending::storage_failed;
	}
	return ending;
}

} // namespace

BatchOutcome commit_batch(Database &database, std::deque<PendingOperation> &pending,
		const BatchLimits &limits, FileTail *tail) {
	BatchOutcome outcome;
	database.clear_storage_failure();
	Ending ending = run_transaction(database, pending, limits, tail, Care::none, outcome);
	if (ending == Ending::needs_care) {
		ending = run_transaction(database, pending, limits, tail, Care::savepoints, outcome);
	}
	if (ending != Ending::written) {
		if (!database.storage_failure().ok()) {
			outcome.storage = database.storage_failure();
		} else if (outcome.storage.ok()) {
			outcome.storage = Status(
					StatusCode::internal, "a write operation ended the writer's transaction");
		}
		outcome.operations.clear();
	}
	return outcome;
}

} // namespace agent_runtime
