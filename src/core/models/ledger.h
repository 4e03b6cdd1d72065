#pragma once

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/mind/budget.h"
#include "core/models/ledger_journal.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace agent_runtime {

// The numbers of an account for a usage bar: those of all programs that share the books.
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
//			ledger.reserve({ { "agent:ada", "group:town" } }, most, ready);
//	if (place.refusal) { … }              // budget_exhausted, or later
//	…                                     // may_start, or when ready() says so
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
//
// Several processes can share the books of a journal. Then the journal has the last word on paid
// calls: it judges them by what all have spent and hold. The ledger knows of the others what the
// journal said last, and refuses by itself only what waits for another call to end. So the caps
// hold for the paid calls of all processes together, and for those that cost nothing nearly so.
// Owned by whoever makes the calls; the journal outlives it. Thread rule: worker only.
class Ledger {
public:
	using Ready = std::function<void(const BooksAnswer &answer)>;

	struct Reserved {
		ReservationId id; // none when refused
		// otherwise `ready` reports when, or that it is refused, or that the books cannot be stored
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
	// that the call may not start, the reservation has ended and nothing was spent.
	Reserved reserve(const Spender &who, const Cost &most, Ready ready = {});
	// Each of these fails, changes nothing and is logged when the reservation has already ended.
	Status settle(ReservationId id, const Cost &actual);
	Status settle_in_full(ReservationId id); // when nobody knows what it cost
	Status release(ReservationId id);

	// The caps of this account count from here. What was spent stays in the books.
	void refill(std::string_view account);
	// The same for each account of a kind, such as "agent" or "group", also for those of which only
	// other programs know.
	void refill_each(std::string_view kind);

	// Reads again what stands in the books about these accounts, and calls `done`: from within when
	// there is no journal, and not after the ledger is gone.
	void look(const std::vector<std::string> &accounts, std::function<void()> done);
	// The accounts that had open calls of other programs when the journal was last asked.
	std::vector<std::string> held_elsewhere() const;

	AccountReport report(std::string_view account) const;
	std::size_t open() const { return open_.size(); } // reservations that have not ended

private:
	struct Account {
		std::string name;
		Spending spent_here; // since the start
		Spending spent_before; // and by others, as far as known
		Spending refilled_at;
		std::uint64_t refills = 0; // made here
		Spending reserved; // here
		Spending held_elsewhere; // as far as known
		Caps caps;

		Spending spent() const;
		Spending counted() const;
	};
	// What was known of an account when the journal was asked.
	struct Asked {
		std::string name;
		Spending spent_here;
		std::uint64_t refills = 0;
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
	static std::optional<BudgetRefusal> judge(
			const std::vector<Account *> &accounts, const Spending &wanted);
	static Reservation reservation_of(ReservationId id, const Open &open);
	void store(ReservationId id, const Open &open);
	void stored(ReservationId id, const BooksAnswer &answer);
	Asked asked_about(const std::string &account) const;
	void learn(const std::vector<Asked> &asked, const BooksAnswer &answer);
	Status end(ReservationId id, const std::optional<Cost> &actual);

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
