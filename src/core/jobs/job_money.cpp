#include "core/jobs/job_money.h"

#include "core/base/json_fields.h"
#include "core/base/json_io.h"
#include "core/jobs/job_rows.h"
#include "core/models/ledger_decisions.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

using nlohmann::json;

// Other ledgers never end what a job has reserved: its owner lives as long as its record is open.
LedgerOwner owner_of(JobId job) {
	return { job.to_string(), life_of_owner };
}

Reservation reservation_of(std::uint64_t attempt, std::vector<PayingAccount> accounts, Money most) {
	return { ReservationId(attempt), std::move(accounts), Cost{ .money = most }, true };
}

// What the row of a job says about its reservation.
std::string text_of(const JobMoney &money, std::int64_t spent_before) {
	json names = json::array();
	for (const PayingAccount &account : money.accounts) {
		names.push_back(account.name);
	}
	return json{
		{ "accounts", names }, { "cap", money.cap.micro_dollars }, { "spent_before", spent_before }
	}.dump();
}

std::vector<PayingAccount> accounts_in(const json &reserved) {
	std::vector<PayingAccount> accounts;
	const auto found = reserved.find("accounts");
	for (const json &name : found != reserved.end() && found->is_array() ? *found : json::array()) {
		accounts.push_back({ name.is_string() ? name.get<std::string>() : std::string(), {} });
	}
	return accounts;
}

} // namespace

Status reserve_money(Database &database, JobId job, std::uint64_t attempt, const JobMoney &money,
		std::int64_t spent_before, WallTime now) {
	if (money.cap.micro_dollars <= 0) {
		return set_reserved(database, job, "");
	}
	const Result<BooksDecision> decided = decide_open(
			database, owner_of(job), reservation_of(attempt, money.accounts, money.cap), now);
	if (!decided.ok()) {
		return decided.status();
	}
	if (const std::optional<BudgetRefusal> &refusal = decided.value().answer.refusal) {
		return { StatusCode::exhausted, refusal->message() };
	}
	return set_reserved(database, job, text_of(money, spent_before));
}

Result<std::optional<std::int64_t>> spending_limit(Database &database, JobId job) {
	const Result<std::string> text = reserved_of(database, job);
	if (!text.ok() || text.value().empty()) {
		return text.ok() ? Result(std::optional<std::int64_t>()) : text.status();
	}
	const Result<json> reserved = parse_json(text.value());
	if (!reserved.ok() || !reserved.value().is_object()) {
		return std::optional<std::int64_t>();
	}
	return std::optional(number_of<std::int64_t>(reserved.value(), "spent_before") +
			number_of<std::int64_t>(reserved.value(), "cap"));
}

Status settle_money(Database &database, const JobRecord &job) {
	const Result<std::string> text = reserved_of(database, job.id);
	if (!text.ok() || text.value().empty()) {
		return text.status();
	}
	const Result<json> reserved = parse_json(text.value());
	if (!reserved.ok() || !reserved.value().is_object()) {
		return set_reserved(database, job.id, "");
	}
	const Money cap{ number_of<std::int64_t>(reserved.value(), "cap") };
	const std::int64_t before = number_of<std::int64_t>(reserved.value(), "spent_before");
	Cost cost;
	if (job.state.started_at && !job.cursor.has_told_cost) {
		cost.money = cap;
	} else {
		cost.money.micro_dollars = std::max<std::int64_t>(0, job.cursor.micro_dollars - before);
	}
	const Reservation reservation =
			reservation_of(job.state.attempt, accounts_in(reserved.value()), cap);
	const Result<bool> closed =
			decide_close(database, owner_of(job.id), reservation, spending_of(cost, true));
	return closed.ok() ? set_reserved(database, job.id, "") : closed.status();
}

} // namespace agent_runtime
