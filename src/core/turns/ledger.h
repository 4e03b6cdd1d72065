#pragma once

#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/mind/budget.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace agent_runtime {

struct ReservationIdKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "reservation_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};
using ReservationId = NumberedId<ReservationIdKind>;

// A call that may be on its way, and the accounts that pay for it.
struct Reservation {
	ReservationId id;
	std::vector<std::string> accounts;
	Cost most;
	bool paid = false;
};

// Keeps the books where they outlive the process.
// Thread rule: worker only, the ledger's.
class LedgerJournal {
public:
	using Done = std::function<void(const Status &status)>;

	virtual ~LedgerJournal() = default;
	// `done`, if it is not empty, is called once and not from within: the reservation is kept, or
	// it is not and never will be.
	virtual void open(const Reservation &reservation, Done done) = 0;
	// Ends it and adds what it came to, if anything, to its accounts: both or neither.
	virtual void close(const Reservation &reservation, const std::optional<Spending> &spent) = 0;
	// From now on the account's caps count from what was spent so far.
	virtual void refill(const std::string &account) = 0;
};

struct AccountBook {
	Spending spent; // in all: never goes back
	Spending refilled_at; // what it was at the last refill

	bool operator==(const AccountBook &other) const = default;
};

// What a ledger goes on from.
struct LedgerBooks {
	std::map<std::string, AccountBook> accounts;
	ReservationId newest; // ids up to here are taken
};

// What a usage bar shows of an account.
struct AccountReport {
	Spending spent; // in all
	Spending counted; // against the caps: since the last refill
	Spending reserved; // by calls that have not ended
	Caps caps;
};

// What thinking costs, per agent, per group and in total: nothing is called before what it may cost
// at the most was reserved on every account that pays for it.
//
//	Ledger::Reserved place = ledger.reserve({ "ada", { "town" } }, most, [&](const Status &) { … });
//	if (place.refusal) { … }              // budget_exhausted, or later
//	…                                     // may_start, or when the function says ok
//	ledger.settle(place.id, actual);      // or release(): nothing was spent
//
// A reservation ends exactly once. One attempt, one reservation: an attempt that failed after it
// had spent something is settled, and the next one reserves anew; one that failed before may be
// tried again under the reservation it has. So no retry is charged twice, and a cap on calls counts
// attempts that reached somebody.
//
// A cap is passed by at most what one call came to beyond its reservation: for tokens and money a
// call may start only if all those that have not ended could come to twice what was reserved for
// them. Near a cap calls so go one after another (`may_pass_later`).
//
// With a journal, a call that costs money may start only when its reservation is kept there; what
// was open when a process died counts as spent in full. One that costs nothing does not wait.
// Owned by whoever makes the calls; the journal outlives it. Thread rule: worker only.
class Ledger {
public:
	using Ready = std::function<void(const Status &status)>;

	struct Reserved {
		ReservationId id; // none when refused
		bool may_start = false; // else `ready` says when, or that the books cannot be kept
		std::optional<BudgetRefusal> refusal;
	};

	explicit Ledger(
			const LedgerBooks &books = {}, LedgerJournal *journal = nullptr, Logger log = {});
	Ledger(const Ledger &) = delete;
	Ledger &operator=(const Ledger &) = delete;

	// From now on. Without caps there are none: see cautious_caps().
	void set_caps(LedgerCaps caps);
	// Of one account alone.
	void set_account_caps(const std::string &account, const Caps &caps);
	const LedgerCaps &caps() const { return caps_; }

	// `ready` is not called from within, and not after the reservation has ended. When it says that
	// the books cannot be kept, the reservation has ended, and nothing was spent.
	Reserved reserve(const Spender &who, const Cost &most, Ready ready = {});
	// Each fails, changes nothing and is logged when the reservation has ended before.
	Status settle(ReservationId id, const Cost &actual);
	Status settle_in_full(ReservationId id); // nobody knows what it came to
	Status release(ReservationId id);

	// The caps of this account, or of all, count from here; what was spent stays in the books.
	void refill(std::string_view account);
	void refill_all();

	AccountReport report(std::string_view account) const;
	std::vector<std::string> accounts() const; // that have books, sorted
	std::size_t open() const { return open_.size(); } // reservations that have not ended

private:
	struct Account {
		std::string name;
		AccountBook book;
		Spending reserved;
		Caps caps;
	};
	struct Open {
		std::vector<Account *> accounts;
		Cost most;
		Spending reserved;
		Ready ready; // empty once it was called
	};
	struct TextHash {
		// The name is one that the library looks for.
		using is_transparent = void; // NOLINT(readability-identifier-naming)
		std::size_t operator()(std::string_view text) const {
			return std::hash<std::string_view>()(text);
		}
	};

	Caps caps_of(const std::string &account) const;
	Account &account(std::string name);
	std::vector<Account *> accounts_of(const Spender &who);
	std::optional<BudgetRefusal> find_refusal(
			const std::vector<Account *> &accounts, const Spending &wanted) const;
	bool keep(ReservationId id, Open &open); // whether it waits for the journal
	void kept(ReservationId id, const Status &status);
	Status end(ReservationId id, const std::optional<Cost> &actual);
	void close(ReservationId id, const Open &open, const std::optional<Spending> &spent);

	LedgerJournal *const journal_;
	const Logger log_;
	LedgerCaps caps_;
	// Nodes stay where they are, so that reservations can point to them.
	std::unordered_map<std::string, Account, TextHash, std::equal_to<>> accounts_;
	std::unordered_map<ReservationId, Open> open_;
	ReservationId newest_;
	std::shared_ptr<Ledger *> self_; // what the journal calls back finds out whether we live
};

} // namespace agent_runtime
