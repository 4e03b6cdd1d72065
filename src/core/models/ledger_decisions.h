#pragma once

// What ledgers decide together, each within one transaction on the file that they share.
// Thread rule: that of the database.

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/models/ledger_journal.h"
#include "core/models/ledger_owner.h"

#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

class Database;

struct BooksDecision {
	BooksAnswer answer;
	Spending charged; // for calls of owners that have ended
};

// Stores the reservation of a call, unless it is paid and would pass a cap. When calls of other
// owners are in the way, those that have ended are charged first.
Result<BooksDecision> decide_open(
		Database &database, const LedgerOwner &owner, const Reservation &reservation, WallTime now);
// Ends the calls of owners that have ended, and reads the accounts.
Result<BooksDecision> decide_look(Database &database, const LedgerOwner &owner,
		const std::vector<std::string> &accounts, WallTime now);
// Ends a call. False when somebody else has ended it and so has charged it in full; then nothing is
// added.
Result<bool> decide_close(Database &database, const LedgerOwner &owner,
		const Reservation &reservation, const std::optional<Spending> &spent);
// At a start: calls that an earlier ledger of this owner has left count in full as well.
Result<Spending> charge_at_start(Database &database, const LedgerOwner &owner, WallTime now);

// Says what was charged for calls that nobody ended, if anything.
void log_charged(const Logger &log, const Spending &charged);

} // namespace agent_runtime
