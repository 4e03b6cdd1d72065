#pragma once

#include "core/base/status.h"
#include "core/store/database.h"

namespace agent_runtime {

// A transaction that is rolled back unless it is committed.
//
//	const Result<Transaction> view = Transaction::begin(database, Transaction::Kind::read);
//
// For writing, use transact() below.
// Owned by the function that begins it. A Database, which must outlive it, has one at a time.
// Thread rule: as its Database.
class Transaction {
public:
	enum class Kind {
		read, // one unchanging view for several SELECTs
		write, // takes the write lock at once, so that it cannot fail to get it later
	};

	static Result<Transaction> begin(Database &database, Kind kind = Kind::write);
	~Transaction();
	Transaction(Transaction &&other) noexcept;
	Transaction &operator=(Transaction &&) = delete;

	// On failure everything is rolled back.
	Status commit();
	void roll_back();

private:
	explicit Transaction(Database &database);

	Database *database_; // null when it has ended
};

// Runs `work`, which returns a Status, inside a transaction that takes the write lock at once.
// Commits it if the work succeeded, and otherwise rolls it back.
//
//	Status status = transact(database, [&] { return database.run("DELETE FROM notes"); });
//
// Thread rule: as the Database.
template <typename Work>
Status transact(Database &database, Work &&work) {
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		return transaction.status();
	}
	Status status = work();
	return status.ok() ? transaction.value().commit() : status;
}

} // namespace agent_runtime
