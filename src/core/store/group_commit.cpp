#include "core/store/group_commit.h"

#include "core/base/thrown.h"
#include "core/store/event_log.h"
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

Status write_guarded(WriteJob &job, Database &database) {
	try {
		return job.write(database);
	} catch (...) {
		return Status(StatusCode::internal, "a write job threw " + thrown_text());
	}
}

// One job inside a savepoint: its own failure leaves no trace, and is its own.
Status write_with_savepoint(WriteJob &job, Database &database) {
	Status opened = database.run("SAVEPOINT job");
	if (!opened.ok()) {
		return opened;
	}
	Status status = write_guarded(job, database);
	if (!status.ok() && database.in_transaction()) {
		Status undone = database.run("ROLLBACK TO job");
		if (!undone.ok()) {
			return undone;
		}
	}
	const Status released = database.run("RELEASE job");
	return released.ok() ? status : released;
}

Ending write_jobs(Database &database, std::deque<PendingJob> &pending, const BatchLimits &limits,
		Care care, BatchOutcome &outcome) {
	const SteadyClock::time_point begin = SteadyClock::now();
	std::size_t bytes = 0;
	outcome.jobs.clear();
	for (PendingJob &next : pending) {
		const bool full = outcome.jobs.size() >= limits.jobs || bytes >= limits.bytes;
		if (!outcome.jobs.empty() && (full || since(begin) >= limits.max_hold)) {
			break;
		}
		Status status = care == Care::none ? write_guarded(*next.job, database)
										   : write_with_savepoint(*next.job, database);
		if (!database.storage_failure().ok()) {
			return Ending::storage_failed;
		}
		if (!database.in_transaction() || (!status.ok() && care == Care::none)) {
			return Ending::needs_care;
		}
		outcome.jobs.push_back(std::move(status));
		bytes += next.bytes;
	}
	return Ending::written;
}

Ending run_transaction(Database &database, std::deque<PendingJob> &pending,
		const BatchLimits &limits, Care care, BatchOutcome &outcome) {
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		outcome.storage = transaction.status();
		return Ending::storage_failed;
	}
	const SteadyClock::time_point begin = SteadyClock::now();
	const Result<EventId> before = newest_event_id(database);
	Ending ending = write_jobs(database, pending, limits, care, outcome);
	const Result<EventId> after = newest_event_id(database);
	Status committed;
	if (ending == Ending::written) {
		committed = transaction.value().commit();
	} else {
		transaction.value().roll_back();
	}
	outcome.held += since(begin);
	for (const Status &status : { before.status(), after.status(), committed }) {
		if (!status.ok()) {
			outcome.storage = status;
			return Ending::storage_failed;
		}
	}
	outcome.newest_before = before.value();
	outcome.newest_after = after.value();
	return ending;
}

} // namespace

BatchOutcome commit_batch(
		Database &database, std::deque<PendingJob> &pending, const BatchLimits &limits) {
	BatchOutcome outcome;
	database.clear_storage_failure();
	Ending ending = run_transaction(database, pending, limits, Care::none, outcome);
	if (ending == Ending::needs_care) {
		ending = run_transaction(database, pending, limits, Care::savepoints, outcome);
	}
	if (ending != Ending::written) {
		if (!database.storage_failure().ok()) {
			outcome.storage = database.storage_failure();
		} else if (outcome.storage.ok()) {
			outcome.storage =
					Status(StatusCode::internal, "a write job ended the writer's transaction");
		}
		outcome.jobs.clear();
	}
	return outcome;
}

} // namespace agent_runtime
