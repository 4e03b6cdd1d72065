#include "core/models/ledger.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

// How far a call may exceed its reservation, as a multiple of it, without passing a cap while other
// calls are in flight.
constexpr std::int64_t OVERRUN = 1;

bool may_overrun(std::size_t kind) {
	return kind >= static_cast<std::size_t>(CapKind::tokens);
}

Spending counted_of(const AccountBook &book) {
	Spending counted = book.spent;
	counted -= book.refilled_at;
	return counted;
}

} // namespace

Ledger::Ledger(const LedgerBooks &books, LedgerJournal *journal, Logger log) :
		journal_(journal),
		log_(std::move(log)),
		newest_(books.newest),
		self_(std::make_shared<Ledger *>(this)) {
	for (const auto &[name, book] : books.accounts) {
		account(name).book = book;
	}
}

void Ledger::set_caps(LedgerCaps caps) {
	caps_ = std::move(caps);
	for (auto &[name, account] : accounts_) {
		account.caps = caps_of(name);
	}
}

void Ledger::set_account_caps(const std::string &account, const Caps &caps) {
	caps_.accounts[account] = caps;
	if (const auto found = accounts_.find(account); found != accounts_.end()) {
		found->second.caps = caps;
	}
}

Caps Ledger::caps_of(const std::string &account) const {
	if (const auto own = caps_.accounts.find(account); own != caps_.accounts.end()) {
		return own->second;
	}
	if (account == TOTAL_ACCOUNT) {
		return caps_.total;
	}
	if (account == "agent") {
		return caps_.agent; // the same for each agent
	}
	if (account.starts_with(agent_account(""))) {
		return caps_.agent;
	}
	const bool is_group = account == "group" || account.starts_with(group_account(""));
	return is_group ? caps_.group : Caps();
}

Ledger::Account &Ledger::account(std::string name) {
	auto found = accounts_.find(name);
	if (found == accounts_.end()) {
		found = accounts_.emplace(name, Account()).first;
		found->second.caps = caps_of(name);
		found->second.name = std::move(name);
	}
	return found->second;
}

// Lists each account once, and the total last.
std::vector<Ledger::Account *> Ledger::accounts_of(const Spender &who) {
	Account *const total = &account(std::string(TOTAL_ACCOUNT));
	std::vector<Account *> accounts;
	accounts.reserve(who.accounts.size() + 1);
	for (const std::string &name : who.accounts) {
		Account *const next = &account(name);
		const bool is_named = std::find(accounts.begin(), accounts.end(), next) != accounts.end();
		if (next != total && !is_named) {
			accounts.push_back(next);
		}
	}
	accounts.push_back(total);
	return accounts;
}

// A refusal that waiting cannot help takes precedence over one that it can.
std::optional<BudgetRefusal> Ledger::find_refusal(
		const std::vector<Account *> &accounts, const Spending &wanted) const {
	const CapAmounts wants = cap_amounts(wanted);
	std::optional<BudgetRefusal> first;
	for (const Account *account : accounts) {
		const CapAmounts limits = account->caps.amounts();
		const CapAmounts spent = cap_amounts(counted_of(account->book));
		const CapAmounts reserved = cap_amounts(account->reserved);
		for (std::size_t kind = 0; kind < limits.size(); ++kind) {
			const std::int64_t needed = spent[kind] + wants[kind];
			const std::int64_t on_the_way = reserved[kind] * (may_overrun(kind) ? 1 + OVERRUN : 1);
			if (limits[kind] == 0 || wants[kind] == 0 || needed + on_the_way <= limits[kind]) {
				continue;
			}
			const bool later = needed <= limits[kind];
			if (!first || (first->may_pass_later && !later)) {
				first = { account->name, static_cast<CapKind>(kind), limits[kind], spent[kind],
					reserved[kind], wants[kind], later };
			}
		}
	}
	return first;
}

Ledger::Reserved Ledger::reserve(const Spender &who, const Cost &most, Ready ready) {
	Open open;
	open.accounts = accounts_of(who);
	open.most = most;
	open.reserved = spending_of(most, false);
	if (std::optional<BudgetRefusal> refusal = find_refusal(open.accounts, open.reserved)) {
		return { {}, false, std::move(refusal) };
	}
	for (Account *account : open.accounts) {
		account->reserved += open.reserved;
	}
	open.ready = std::move(ready);
	newest_ = ReservationId(newest_.number() + 1);
	const bool waits = keep(newest_, open);
	open_.emplace(newest_, std::move(open));
	return { newest_, !waits, std::nullopt };
}

bool Ledger::keep(ReservationId id, Open &open) {
	if (journal_ == nullptr) {
		return false;
	}
	Reservation reservation{ id, {}, open.most, open.reserved.paid_calls > 0 };
	for (const Account *account : open.accounts) {
		reservation.accounts.push_back(account->name);
	}
	if (!reservation.paid) {
		journal_->open(reservation, {});
		return false;
	}
	journal_->open(reservation, [self = std::weak_ptr(self_), id](const Status &status) {
		if (const std::shared_ptr<Ledger *> ledger = self.lock()) {
			(*ledger)->kept(id, status);
		}
	});
	return true;
}

void Ledger::kept(ReservationId id, const Status &status) {
	const auto found = open_.find(id);
	if (found == open_.end()) {
		return; // it has already ended
	}
	const Ready ready = std::exchange(found->second.ready, nullptr);
	if (!status.ok()) {
		for (Account *account : found->second.accounts) {
			account->reserved -= found->second.reserved;
		}
		open_.erase(found);
	}
	if (ready) {
		ready(status);
	}
}

Status Ledger::settle(ReservationId id, const Cost &actual) {
	return end(id, actual);
}

Status Ledger::settle_in_full(ReservationId id) {
	const auto found = open_.find(id);
	return end(id, found != open_.end() ? found->second.most : Cost());
}

Status Ledger::release(ReservationId id) {
	return end(id, std::nullopt);
}

Status Ledger::end(ReservationId id, const std::optional<Cost> &actual) {
	const auto found = open_.find(id);
	if (found == open_.end()) {
		log_.warning("the " + id.to_string() + " has ended before and is not charged again");
		return Status(StatusCode::failed_precondition,
				"the " + id.to_string() + " has ended before; reserve anew for another attempt");
	}
	const Open open = std::move(found->second);
	open_.erase(found);
	std::optional<Spending> spent;
	if (actual) {
		spent = spending_of(*actual, open.reserved.paid_calls > 0);
	}
	for (Account *account : open.accounts) {
		account->reserved -= open.reserved;
		if (spent) {
			account->book.spent += *spent;
		}
	}
	close(id, open, spent);
	return Status();
}

void Ledger::close(ReservationId id, const Open &open, const std::optional<Spending> &spent) {
	if (journal_ == nullptr) {
		return;
	}
	Reservation reservation{ id, {}, open.most, open.reserved.paid_calls > 0 };
	for (const Account *account : open.accounts) {
		reservation.accounts.push_back(account->name);
	}
	journal_->close(reservation, spent);
}

void Ledger::refill(std::string_view account) {
	const auto found = accounts_.find(account);
	if (found == accounts_.end()) {
		return; // nothing was spent
	}
	found->second.book.refilled_at = found->second.book.spent;
	if (journal_ != nullptr) {
		journal_->refill(found->second.name);
	}
}

void Ledger::refill_all() {
	for (const std::string &account : accounts()) {
		refill(account);
	}
}

AccountReport Ledger::report(std::string_view account) const {
	const auto found = accounts_.find(account);
	if (found == accounts_.end()) {
		return { {}, {}, {}, caps_of(std::string(account)) };
	}
	const Account &known = found->second;
	return { known.book.spent, counted_of(known.book), known.reserved, known.caps };
}

std::vector<std::string> Ledger::accounts() const {
	std::vector<std::string> names;
	names.reserve(accounts_.size());
	for (const auto &[name, account] : accounts_) {
		names.push_back(name);
	}
	std::sort(names.begin(), names.end());
	return names;
}

} // namespace agent_runtime
