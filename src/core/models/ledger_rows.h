#pragma once

// The rows of the ledger's books and all SQL on them: one row for each account, and for each call
// that has not ended one for each account that pays for it. Several processes share them. Each
// function belongs inside a transaction, together with what it is decided by.
// Thread rule: that of the database.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/models/ledger_journal.h"
#include "core/models/ledger_owner.h"

#include <chrono>
#include <string>

namespace agent_runtime {

class Database;

// A call of an owner of whom nobody can say whether it lives, such as one in another container, is
// taken for ended after this time.
inline constexpr Micros LONGEST_CALL_OF_UNKNOWN = std::chrono::hours(24);

Status insert_call(
		Database &database, const std::string &owner, const Reservation &reservation, WallTime now);
// Whether it was there. If it was not, somebody else has ended it.
Result<bool> remove_call(
		Database &database, const std::string &owner, const Reservation &reservation);
Status add_to_account(Database &database, const std::string &account, const Spending &spent);
Status refill_account(Database &database, const std::string &account);
// All accounts whose names begin with this.
Status refill_accounts(Database &database, const std::string &prefix);

struct AccountRow {
	AccountBook book;
	Spending held_here; // for open calls of the owner that asks
};
Result<AccountRow> read_account(
		Database &database, const std::string &owner, const std::string &account);
Result<LedgerBooks> read_accounts(Database &database, const std::string &owner);

// Counts the open calls of this owner in full and ends them. Returns what they add up to.
Result<Spending> charge_calls(Database &database, const std::string &owner);
// The same for the calls of all other owners that have ended.
Result<Spending> charge_ended(Database &database, const LedgerOwner &asking, WallTime now);

} // namespace agent_runtime
