#include "core/models/ledger.h"

#include "core/models/budget_check.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

Spending Ledger::Account::spent() const {
	Spending spent = spent_before;
	spent += spent_here;
	return spent;
}

Spending Ledger::Account::counted() const {
	Spending counted = spent();
	counted -= refilled_at;
	return counted;
}

Ledger::Ledger(const LedgerBooks &books, LedgerJournal *journal, Logger log) :
		journal_(journal),
		log_(std::move(log)),
		self_(std::make_shared<Ledger *>(this)) {
	for (const auto &[name, book] : books.accounts) {
		Account &known = account(name);
		known.spent_before = book.spent;
		known.refilled_at = book.refilled_at;
		known.held_elsewhere = book.held_elsewhere;
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

std::optional<BudgetRefusal> Ledger::judge(
		const std::vector<Account *> &accounts, const Spending &wanted) {
	std::vector<JudgedAccount> judged;
	judged.reserve(accounts.size());
	for (const Account *account : accounts) {
		judged.push_back({ account->name, account->caps, account->counted(), account->reserved,
				account->held_elsewhere });
		judged.back().reserved += account->held_elsewhere;
	}
	return find_refusal(judged, wanted);
}

// What looks exhausted here may have been refilled by another program.
Ledger::Reserved Ledger::reserve(const Spender &who, const Cost &most, Ready ready) {
	Open open;
	open.accounts = accounts_of(who);
	open.most = most;
	open.reserved = spending_of(most, false);
	const bool is_judged_there = journal_ != nullptr && open.reserved.paid_calls > 0;
	std::optional<BudgetRefusal> refusal = judge(open.accounts, open.reserved);
	if (refusal && (refusal->may_pass_later || !is_judged_there)) {
		if (!refusal->may_pass_later) {
			look({ refusal->account }, [] {}); // for the next one
		}
		return { {}, false, std::move(refusal) };
	}
	for (Account *account : open.accounts) {
		account->reserved += open.reserved;
	}
	open.ready = std::move(ready);
	newest_ = ReservationId(newest_.number() + 1);
	store(newest_, open_.emplace(newest_, std::move(open)).first->second);
	return { newest_, !is_judged_there, std::nullopt };
}

Reservation Ledger::reservation_of(ReservationId id, const Open &open) {
	Reservation reservation{ id, {}, open.most, open.reserved.paid_calls > 0 };
	reservation.accounts.reserve(open.accounts.size());
	for (const Account *account : open.accounts) {
		reservation.accounts.push_back({ account->name, account->caps });
	}
	return reservation;
}

void Ledger::store(ReservationId id, const Open &open) {
	if (journal_ == nullptr) {
		return;
	}
	const Reservation reservation = reservation_of(id, open);
	if (!reservation.paid) {
		journal_->open(reservation, {});
		return;
	}
	std::vector<Asked> asked;
	asked.reserve(reservation.accounts.size());
	for (const PayingAccount &account : reservation.accounts) {
		asked.push_back(asked_about(account.name));
	}
	journal_->open(reservation,
			[self = std::weak_ptr(self_), id, asked = std::move(asked)](const BooksAnswer &answer) {
				if (const std::shared_ptr<Ledger *> ledger = self.lock()) {
					(*ledger)->learn(asked, answer);
					(*ledger)->stored(id, answer);
				}
			});
}

void Ledger::stored(ReservationId id, const BooksAnswer &answer) {
	const auto found = open_.find(id);
	if (found == open_.end()) {
		return; // it has already ended
	}
	const Ready ready = std::exchange(found->second.ready, nullptr);
	if (!answer.may_start()) {
		for (Account *account : found->second.accounts) {
			account->reserved -= found->second.reserved;
		}
		open_.erase(found);
	}
	if (ready) {
		ready(answer);
	}
}

Ledger::Asked Ledger::asked_about(const std::string &account) const {
	const auto found = accounts_.find(account);
	return found != accounts_.end()
			? Asked{ account, found->second.spent_here, found->second.refills }
			: Asked{ account, {}, 0 };
}

// What was spent here since the journal was asked is not in its answer. What it says from before a
// refill is out of date.
void Ledger::learn(const std::vector<Asked> &asked, const BooksAnswer &answer) {
	if (!answer.status.ok() || answer.accounts.size() != asked.size()) {
		return;
	}
	for (std::size_t i = 0; i < asked.size(); ++i) {
		const AccountBook &book = answer.accounts[i];
		const bool is_known = accounts_.find(asked[i].name) != accounts_.end();
		if (!is_known && book == AccountBook()) {
			continue;
		}
		Account &known = account(asked[i].name);
		if (known.refills == asked[i].refills) {
			known.spent_before = book.spent;
			known.spent_before -= asked[i].spent_here;
			known.refilled_at = book.refilled_at;
			known.held_elsewhere = book.held_elsewhere;
		}
	}
}

void Ledger::look(const std::vector<std::string> &accounts, std::function<void()> done) {
	if (journal_ == nullptr) {
		done();
		return;
	}
	std::vector<Asked> asked;
	asked.reserve(accounts.size());
	for (const std::string &name : accounts) {
		asked.push_back(asked_about(name));
	}
	journal_->look(accounts,
			[self = std::weak_ptr(self_), asked = std::move(asked), done = std::move(done)](
					const BooksAnswer &answer) {
				if (const std::shared_ptr<Ledger *> ledger = self.lock()) {
					(*ledger)->learn(asked, answer);
					done();
				}
			});
}

std::vector<std::string> Ledger::held_elsewhere() const {
	std::vector<std::string> names;
	for (const auto &[name, account] : accounts_) {
		if (account.held_elsewhere != Spending()) {
			names.push_back(name);
		}
	}
	std::sort(names.begin(), names.end());
	return names;
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
			account->spent_here += *spent;
		}
	}
	if (journal_ != nullptr) {
		journal_->close(reservation_of(id, open), spent);
	}
	return Status();
}

// Other programs may have spent from an account that is not known here.
void Ledger::refill(std::string_view account) {
	if (const auto found = accounts_.find(account); found != accounts_.end()) {
		found->second.refilled_at = found->second.spent();
		++found->second.refills;
	}
	if (journal_ != nullptr) {
		journal_->refill(std::string(account));
	}
}

void Ledger::refill_each(std::string_view kind) {
	const std::string prefix = std::string(kind) + ":";
	for (auto &[name, account] : accounts_) {
		if (name.starts_with(prefix)) {
			account.refilled_at = account.spent();
			++account.refills;
		}
	}
	if (journal_ != nullptr) {
		journal_->refill_each(std::string(kind));
	}
}

AccountReport Ledger::report(std::string_view account) const {
	const auto found = accounts_.find(account);
	if (found == accounts_.end()) {
		return { {}, {}, {}, caps_of(std::string(account)) };
	}
	const Account &known = found->second;
	AccountReport report{ known.spent(), known.counted(), known.reserved, known.caps };
	report.reserved += known.held_elsewhere;
	return report;
}

} // namespace agent_runtime
