#pragma once

#include "core/base/status.h"
#include "core/store/database.h"

namespace agent_runtime {

// A transaction that is undone unless it is committed.
//
//	Result<Transaction> transaction = Transaction::begin(database);
//	… if (transaction.ok()) { …; Status status = transaction.value().commit(); }
//
// Owned by the function that begins it; one at a time on a Database, which must outlive it.
// Thread rule: as its Database.
class Transaction {
public:
	enum class Kind {
		read, // one unchanging view for several SELECTs
		write, // takes the write lock at once, so that it cannot fail for it later
	};

	static Result<Transaction> begin(Database &database, Kind kind = Kind::write);
	~Transaction();
	Transaction(Transaction &&other) noexcept;
	Transaction &operator=(Transaction &&) = delete;

	// On failure everything is undone.
	Status commit();
	void roll_back();

private:
	explicit Transaction(Database &database);

	Database *database_; // null when it has ended
};

} // namespace agent_runtime
