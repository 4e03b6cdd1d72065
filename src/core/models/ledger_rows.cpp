#include "core/models/ledger_rows.h"

#include "core/store/database.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

// What was spent, and what of it at the last refill.
constexpr const char *TOTALS =
		"calls, paid_calls, input_tokens, output_tokens, micro_dollars, cached_tokens,"
		" cache_write_tokens, refilled_calls, refilled_paid_calls, refilled_input_tokens,"
		" refilled_output_tokens, refilled_micro_dollars, refilled_cached_tokens,"
		" refilled_cache_write_tokens";
constexpr const char *REFILL =
		"UPDATE ledger SET refilled_calls = calls, refilled_paid_calls = paid_calls,"
		" refilled_input_tokens = input_tokens, refilled_output_tokens = output_tokens,"
		" refilled_micro_dollars = micro_dollars, refilled_cached_tokens = cached_tokens,"
		" refilled_cache_write_tokens = cache_write_tokens WHERE ";
constexpr std::int64_t AT_ANY_TIME = std::numeric_limits<std::int64_t>::max();

// Seven columns from this one on. Whatever stands there, no sum of it overflows. Of calls that have
// not ended nobody knows what a cache gives or takes.
Spending spending_from(const Query &rows, int column) {
	Spending spending;
	spending += { rows.integer(column), rows.integer(column + 1), rows.integer(column + 2),
		rows.integer(column + 3), { rows.integer(column + 4) }, rows.integer(column + 5),
		rows.integer(column + 6) };
	return spending;
}

std::int64_t in_micros(WallTime time) {
	return time.time_since_epoch().count();
}

// Those of an owner that were opened before this.
Result<Spending> charge_before(Database &database, const std::string &owner, std::int64_t before) {
	Spending in_all;
	{
		Query rows(database,
				"SELECT count(*), sum(paid), sum(input_tokens), sum(output_tokens),"
				" sum(micro_dollars), 0, 0 FROM ledger_open"
				" WHERE account = ?1 AND owner = ?2 AND opened < ?3",
				TOTAL_ACCOUNT, owner, before);
		in_all = rows.next() ? spending_from(rows, 0) : in_all;
		if (!rows.status().ok()) {
			return rows.status();
		}
	}
	Status status = database.run(
			"INSERT INTO ledger(account, calls, paid_calls, input_tokens, output_tokens,"
			" micro_dollars) SELECT account, count(*), sum(paid), sum(input_tokens),"
			" sum(output_tokens), sum(micro_dollars) FROM ledger_open"
			" WHERE owner = ?1 AND opened < ?2 GROUP BY account"
			" ON CONFLICT(account) DO UPDATE SET calls = calls + excluded.calls,"
			" paid_calls = paid_calls + excluded.paid_calls,"
			" input_tokens = input_tokens + excluded.input_tokens,"
			" output_tokens = output_tokens + excluded.output_tokens,"
			" micro_dollars = micro_dollars + excluded.micro_dollars",
			owner, before);
	if (status.ok()) {
		status = database.run(
				"DELETE FROM ledger_open WHERE owner = ?1 AND opened < ?2", owner, before);
	}
	return status.ok() ? Result(in_all) : status;
}

Result<std::vector<std::string>> other_owners(Database &database, const std::string &owner) {
	std::vector<std::string> owners;
	Query rows(database, "SELECT DISTINCT owner FROM ledger_open WHERE owner <> ?1", owner);
	while (rows.next()) {
		owners.emplace_back(rows.text(0));
	}
	return rows.status().ok() ? Result(std::move(owners)) : rows.status();
}

} // namespace

Status insert_call(Database &database, const std::string &owner, const Reservation &reservation,
		WallTime now) {
	const Spending most = spending_of(reservation.most, reservation.paid);
	for (const PayingAccount &account : reservation.accounts) {
		Status status = database.run(
				"INSERT INTO ledger_open(account, owner, reservation, opened, paid, input_tokens,"
				" output_tokens, micro_dollars) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
				account.name, owner, reservation.id.number(), in_micros(now), most.paid_calls,
				most.input_tokens, most.output_tokens, most.money.micro_dollars);
		if (!status.ok()) {
			return status;
		}
	}
	return {};
}

Result<bool> remove_call(
		Database &database, const std::string &owner, const Reservation &reservation) {
	std::int64_t removed = 0;
	for (const PayingAccount &account : reservation.accounts) {
		Status status = database.run("DELETE FROM ledger_open WHERE account = ?1 AND owner = ?2"
									 " AND reservation = ?3",
				account.name, owner, reservation.id.number());
		if (!status.ok()) {
			return status;
		}
		removed += database.changed_rows();
	}
	return removed > 0;
}

Status add_to_account(Database &database, const std::string &account, const Spending &spent) {
	return database.run("INSERT INTO ledger(account, calls, paid_calls, input_tokens,"
						" output_tokens, micro_dollars, cached_tokens, cache_write_tokens)"
						" VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
						" ON CONFLICT(account) DO UPDATE SET calls = calls + excluded.calls,"
						" paid_calls = paid_calls + excluded.paid_calls,"
						" input_tokens = input_tokens + excluded.input_tokens,"
						" output_tokens = output_tokens + excluded.output_tokens,"
						" micro_dollars = micro_dollars + excluded.micro_dollars,"
						" cached_tokens = cached_tokens + excluded.cached_tokens,"
						" cache_write_tokens = cache_write_tokens + excluded.cache_write_tokens",
			account, spent.calls, spent.paid_calls, spent.input_tokens, spent.output_tokens,
			spent.money.micro_dollars, spent.cached_tokens, spent.cache_write_tokens);
}

Status refill_account(Database &database, const std::string &account) {
	return database.run(std::string(REFILL) + "account = ?1", account);
}

Status refill_accounts(Database &database, const std::string &prefix) {
	return database.run(std::string(REFILL) + "substr(account, 1, length(?1)) = ?1", prefix);
}

Result<AccountRow> read_account(
		Database &database, const std::string &owner, const std::string &account) {
	AccountRow row;
	Query totals(
			database, "SELECT " + std::string(TOTALS) + " FROM ledger WHERE account = ?1", account);
	if (totals.next()) {
		row.book.spent = spending_from(totals, 0);
		row.book.refilled_at = spending_from(totals, 7);
	}
	Query held(database,
			"SELECT count(*), sum(paid), sum(input_tokens), sum(output_tokens),"
			" sum(micro_dollars), 0, 0, owner = ?2 FROM ledger_open WHERE account = ?1"
			" GROUP BY owner = ?2",
			account, owner);
	while (held.next()) {
		Spending &place = held.integer(7) != 0 ? row.held_here : row.book.held_elsewhere;
		place = spending_from(held, 0);
	}
	Status status = first_failure(totals.status(), held.status());
	return status.ok() ? Result(row) : status;
}

Result<LedgerBooks> read_accounts(Database &database, const std::string &owner) {
	LedgerBooks books;
	Query totals(database, "SELECT account, " + std::string(TOTALS) + " FROM ledger");
	while (totals.next()) {
		books.accounts[std::string(totals.text(0))] = { spending_from(totals, 1),
			spending_from(totals, 8), {} };
	}
	Query held(database,
			"SELECT account, count(*), sum(paid), sum(input_tokens), sum(output_tokens),"
			" sum(micro_dollars), 0, 0 FROM ledger_open WHERE owner <> ?1 GROUP BY account",
			owner);
	while (held.next()) {
		books.accounts[std::string(held.text(0))].held_elsewhere = spending_from(held, 1);
	}
	Status status = first_failure(totals.status(), held.status());
	return status.ok() ? Result(std::move(books)) : status;
}

Result<Spending> charge_calls(Database &database, const std::string &owner) {
	return charge_before(database, owner, AT_ANY_TIME);
}

Result<Spending> charge_ended(Database &database, const LedgerOwner &asking, WallTime now) {
	Spending in_all;
	const Result<std::vector<std::string>> others = other_owners(database, asking.name);
	if (!others.ok()) {
		return others.status();
	}
	for (const std::string &other : others.value()) {
		const ProcessLife life = asking.life_of(other);
		if (life == ProcessLife::alive) {
			continue;
		}
		Result<Spending> charged = charge_before(database, other,
				life == ProcessLife::ended ? AT_ANY_TIME
										   : in_micros(now - LONGEST_CALL_OF_UNKNOWN));
		if (!charged.ok()) {
			return charged;
		}
		in_all += charged.value();
	}
	return in_all;
}

} // namespace agent_runtime
