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

// A call that may be in flight, and the accounts that pay for it.
struct Reservation {
	ReservationId id;
	std::vector<std::string> accounts;
	Cost most;
	bool paid = false;
};

// Stores the books so that they outlive the process.
// Thread rule: worker only, the ledger's.
class LedgerJournal {
public:
	using Done = std::function<void(const Status &status)>;

	virtual ~LedgerJournal() = default;
	// `done`, unless it is empty, is called once and not from within. Its status says whether the
	// reservation is stored; if not, it never will be.
	virtual void open(const Reservation &reservation, Done done) = 0;
	// Ends the reservation and adds what the call cost, if anything, to its accounts: both or
	// neither.
	virtual void close(const Reservation &reservation, const std::optional<Spending> &spent) = 0;
	// From now on, the account's caps count from what was spent so far.
	virtual void refill(const std::string &account) = 0;
};

struct AccountBook {
	Spending spent; // in total; never decreases
	Spending refilled_at; // the total at the last refill

	bool operator==(const AccountBook &other) const = default;
};

// The state that a ledger continues from.
struct LedgerBooks {
	std::map<std::string, AccountBook> accounts;
	ReservationId newest; // all ids up to here are taken
};

// The numbers of an account for a usage bar.
struct AccountReport {
	Spending spent; // in total
	Spending counted; // counts towards the caps: since the last refill
	Spending reserved; // for calls that have not ended
	Caps caps;
};

// What calls of models cost, for each account and in total. No call is made before the most that it
// may cost was reserved on every account that pays for it.
//
//	Ledger::Reserved place =
//			ledger.reserve({ { "agent:ada", "group:town" } }, most, [&](const Status &) { … });
//	if (place.refusal) { … }              // budget_exhausted, or later
//	…                                     // may_start, or when the function says ok
//	ledger.settle(place.id, actual);      // or release(): nothing was spent
//
// A reservation ends exactly once. Each attempt has its own: an attempt that failed after it had
// spent something is settled, and the next one reserves anew. One that failed before may be
// repeated under the same reservation. So no retry is charged twice, and a cap on calls counts the
// attempts that reached the provider.
//
// A cap can be exceeded by no more than one call's overrun. For tokens and money, a call may start
// only if all calls that have not ended could cost twice what was reserved for them. So calls near
// a cap go one after another (`may_pass_later`).
//
// With a journal, a call that costs money may start only when its reservation is stored there. What
// was open when a process died counts as spent in full. A call that costs nothing does not wait.
// Owned by whoever makes the calls; the journal outlives it. Thread rule: worker only.
class Ledger {
public:
	using Ready = std::function<void(const Status &status)>;

	struct Reserved {
		ReservationId id; // none when refused
		// otherwise `ready` reports when, or that the books cannot be stored
		bool may_start = false;
		std::optional<BudgetRefusal> refusal;
	};

	explicit Ledger(
			const LedgerBooks &books = {}, LedgerJournal *journal = nullptr, Logger log = {});
	Ledger(const Ledger &) = delete;
	Ledger &operator=(const Ledger &) = delete;

	// Applies from now on. By default there are no caps; see cautious_caps().
	void set_caps(LedgerCaps caps);
	// Sets the caps of one account.
	void set_account_caps(const std::string &account, const Caps &caps);
	const LedgerCaps &caps() const { return caps_; }

	// `ready` is called neither from within nor after the reservation has ended. When it reports
	// that the books cannot be stored, the reservation has ended and nothing was spent.
	Reserved reserve(const Spender &who, const Cost &most, Ready ready = {});
	// Each of these fails, changes nothing and is logged when the reservation has already ended.
	Status settle(ReservationId id, const Cost &actual);
	Status settle_in_full(ReservationId id); // when nobody knows what it cost
	Status release(ReservationId id);

	// The caps of this account, or of all accounts, count from here. What was spent stays in the
	// books.
	void refill(std::string_view account);
	void refill_all();

	AccountReport report(std::string_view account) const;
	std::vector<std::string> accounts() const; // all accounts with books, sorted
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
		// The library looks for this name.
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
	bool keep(ReservationId id, Open &open); // returns whether it waits for the journal
	void kept(ReservationId id, const Status &status);
	Status end(ReservationId id, const std::optional<Cost> &actual);
	void close(ReservationId id, const Open &open, const std::optional<Spending> &spent);

	LedgerJournal *const journal_;
	const Logger log_;
	LedgerCaps caps_;
	// Nodes stay in place, so that reservations can point to them.
	std::unordered_map<std::string, Account, TextHash, std::equal_to<>> accounts_;
	std::unordered_map<ReservationId, Open> open_;
	ReservationId newest_;
	// callbacks of the journal check by this whether the ledger is alive
	std::shared_ptr<Ledger *> self_;
};

} // namespace agent_runtime
