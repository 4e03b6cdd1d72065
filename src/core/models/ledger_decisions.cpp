#include "core/models/ledger_decisions.h"

#include "core/base/counted.h"
#include "core/models/budget_check.h"
#include "core/models/ledger_rows.h"

#include <utility>

namespace agent_runtime {

namespace {

JudgedAccount judged(const PayingAccount &paying, const AccountRow &row) {
	JudgedAccount account{ paying.name, paying.caps, row.book.spent, row.book.held_elsewhere,
		row.book.held_elsewhere };
	account.counted -= row.book.refilled_at;
	account.reserved += row.held_here;
	return account;
}

// Judges the call by what stands in the file, all owners together.
Result<BooksAnswer> judge(
		Database &database, const std::string &owner, const Reservation &reservation) {
	BooksAnswer answer;
	std::vector<JudgedAccount> accounts;
	for (const PayingAccount &paying : reservation.accounts) {
		const Result<AccountRow> row = read_account(database, owner, paying.name);
		if (!row.ok()) {
			return row.status();
		}
		accounts.push_back(judged(paying, row.value()));
		answer.accounts.push_back(row.value().book);
	}
	answer.refusal = find_refusal(accounts, spending_of(reservation.most, reservation.paid));
	return answer;
}

} // namespace

Result<BooksDecision> decide_open(Database &database, const LedgerOwner &owner,
		const Reservation &reservation, WallTime now) {
	BooksDecision decision;
	if (reservation.paid) {
		Result<BooksAnswer> answer = judge(database, owner.name, reservation);
		if (answer.ok() && answer.value().refusal && answer.value().refusal->is_held_elsewhere) {
			const Result<Spending> charged = charge_ended(database, owner, now);
			decision.charged = charged.value_or(Spending());
			answer = charged.ok() ? judge(database, owner.name, reservation) : charged.status();
		}
		if (!answer.ok()) {
			return answer.status();
		}
		decision.answer = std::move(answer).value();
	}
	const Status status = decision.answer.may_start()
			? insert_call(database, owner.name, reservation, now)
			: Status();
	return status.ok() ? Result(std::move(decision)) : status;
}

Result<BooksDecision> decide_look(Database &database, const LedgerOwner &owner,
		const std::vector<std::string> &accounts, WallTime now) {
	const Result<Spending> charged = charge_ended(database, owner, now);
	if (!charged.ok()) {
		return charged.status();
	}
	BooksDecision decision{ {}, charged.value() };
	for (const std::string &account : accounts) {
		const Result<AccountRow> row = read_account(database, owner.name, account);
		if (!row.ok()) {
			return row.status();
		}
		decision.answer.accounts.push_back(row.value().book);
	}
	return decision;
}

Result<bool> decide_close(Database &database, const LedgerOwner &owner,
		const Reservation &reservation, const std::optional<Spending> &spent) {
	Result<bool> removed = remove_call(database, owner.name, reservation);
	if (!removed.ok() || !removed.value() || !spent) {
		return removed;
	}
	for (const PayingAccount &account : reservation.accounts) {
		if (Status status = add_to_account(database, account.name, *spent); !status.ok()) {
			return status;
		}
	}
	return true;
}

Result<Spending> charge_at_start(Database &database, const LedgerOwner &owner, WallTime now) {
	const Result<Spending> own = charge_calls(database, owner.name);
	Result<Spending> others = own.ok() ? charge_ended(database, owner, now) : own;
	if (!others.ok()) {
		return others;
	}
	Spending in_all = own.value();
	in_all += others.value();
	return in_all;
}

void log_charged(const Logger &log, const Spending &charged) {
	if (charged.calls > 0) {
		log.warning(counted(charged.calls, "call") +
				" to minds had not ended when their program did; counted in full: " +
				counted(charged.tokens(), "token") + " and " +
				counted(charged.money.micro_dollars, "micro-dollar"));
	}
}

} // namespace agent_runtime
