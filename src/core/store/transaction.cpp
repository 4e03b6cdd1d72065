#include "core/store/transaction.h"

#include <utility>

namespace agent_runtime {

Transaction::Transaction(Database &database) :
		database_(&database) {}

Transaction::Transaction(Transaction &&other) noexcept :
		database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() {
	roll_back();
}

Result<Transaction> Transaction::begin(Database &database, Kind kind) {
	const Status status = database.run(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN");
	if (!status.ok()) {
		return status;
	}
	return Transaction(database);
}

Status Transaction::commit() {
	Status status = database_->run("COMMIT");
	if (!status.ok()) {
		roll_back();
	}
	database_ = nullptr;
	return status;
}

void Transaction::roll_back() {
	Database *database = std::exchange(database_, nullptr);
	// A full disk and the like have already ended the transaction.
	if (database != nullptr && database->in_transaction()) {
		const Status ignored = database->run("ROLLBACK");
		(void)ignored;
	}
}

} // namespace agent_runtime
