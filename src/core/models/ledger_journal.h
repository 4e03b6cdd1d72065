#pragma once

// What a ledger and the place where its books are stored say to each other.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/mind/budget.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

struct ReservationIdKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "reservation_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};
// Counted by each ledger for itself.
using ReservationId = NumberedId<ReservationIdKind>;

// An account that pays, and how far it may go.
struct PayingAccount {
	std::string name;
	Caps caps;

	bool operator==(const PayingAccount &other) const = default;
};

// A call that may be in flight, and the accounts that pay for it.
struct Reservation {
	ReservationId id;
	std::vector<PayingAccount> accounts;
	Cost most;
	bool paid = false;
};

// An account in the books, whoever has spent from it.
struct AccountBook {
	Spending spent; // in total; never decreases
	Spending refilled_at; // the total at the last refill
	Spending held_elsewhere; // for open calls of other programs

	bool operator==(const AccountBook &other) const = default;
};

// The state that a ledger continues from.
struct LedgerBooks {
	std::map<std::string, AccountBook> accounts;
};

// What the books say when they are asked.
struct BooksAnswer {
	Status status; // whether they could be read and written
	std::optional<BudgetRefusal> refusal; // why the call may not start
	// What stands there about the accounts, in the order in which they were named. It includes all
	// that was entered before, and nothing that is entered later. A journal that nobody shares may
	// leave it empty.
	std::vector<AccountBook> accounts;

	bool may_start() const { return status.ok() && !refusal; }
};

// Stores the books so that they outlive the process, in the order in which it is told.
// Thread rule: worker only, the ledger's.
class LedgerJournal {
public:
	using Done = std::function<void(const BooksAnswer &answer)>;

	virtual ~LedgerJournal() = default;
	// Stores the reservation of a call that is paid if its accounts' caps allow that, together with
	// what all others have spent and hold. Any other is stored in any case. `done`, unless it is
	// empty, is called once and not from within. Without `may_start` the reservation is not stored,
	// and never will be.
	virtual void open(const Reservation &reservation, Done done) = 0;
	// Ends the reservation and adds what the call cost, if anything, to its accounts: both or
	// neither.
	virtual void close(const Reservation &reservation, const std::optional<Spending> &spent) = 0;
	// From now on, the account's caps count from what was spent so far.
	virtual void refill(const std::string &account) = 0;
	// The same for each account in the books whose name begins with this and a colon.
	virtual void refill_each(const std::string &kind) = 0;
	// Calls `done` once, and not from within, with what is in the books.
	virtual void look(const std::vector<std::string> &accounts, Done done) = 0;
};

} // namespace agent_runtime
