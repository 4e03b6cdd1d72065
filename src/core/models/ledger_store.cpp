#include "core/models/ledger_store.h"

#include "core/base/counted.h"
#include "core/log/decision.h"
#include "core/store/database.h"
#include "core/store/transaction.h"
#include "core/store/writer.h"

#include <cstdint>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

Status add_to_account(Database &database, std::string_view account, const Spending &spent) {
	return database.run("INSERT INTO ledger(account, calls, paid_calls, input_tokens,"
						" output_tokens, micro_dollars) VALUES(?1, ?2, ?3, ?4, ?5, ?6)"
						" ON CONFLICT(account) DO UPDATE SET calls = calls + excluded.calls,"
						" paid_calls = paid_calls + excluded.paid_calls,"
						" input_tokens = input_tokens + excluded.input_tokens,"
						" output_tokens = output_tokens + excluded.output_tokens,"
						" micro_dollars = micro_dollars + excluded.micro_dollars",
			account, spent.calls, spent.paid_calls, spent.input_tokens, spent.output_tokens,
			spent.money.micro_dollars);
}

Status add_to_accounts(
		Database &database, const std::vector<std::string> &accounts, const Spending &spent) {
	for (const std::string &account : accounts) {
		if (Status status = add_to_account(database, account, spent); !status.ok()) {
			return status;
		}
	}
	return {};
}

// A stored reservation that nobody ended.
struct LeftOpen {
	std::vector<std::string> accounts;
	Spending most;
};

std::vector<std::string> accounts_from_json(std::string_view text) {
	const nlohmann::json list = nlohmann::json::parse(text, nullptr, false);
	std::vector<std::string> accounts;
	for (const nlohmann::json &name : list.is_array() ? list : nlohmann::json::array()) {
		if (name.is_string()) {
			accounts.push_back(name.get<std::string>());
		}
	}
	return accounts.empty() ? std::vector<std::string>{ std::string(TOTAL_ACCOUNT) } : accounts;
}

Result<std::vector<LeftOpen>> read_open(Database &database) {
	std::vector<LeftOpen> open;
	Query rows(database,
			"SELECT accounts, paid, input_tokens, output_tokens, micro_dollars FROM ledger_open");
	while (rows.next()) {
		const Cost most{ rows.integer(2), rows.integer(3), { rows.integer(4) } };
		open.push_back(
				{ accounts_from_json(rows.text(0)), spending_of(most, rows.integer(1) != 0) });
	}
	return rows.status().ok() ? Result(std::move(open)) : rows.status();
}

// Returns what they may have cost in total.
Status charge_left_open(Database &database, Spending &in_all) {
	const Result<std::vector<LeftOpen>> open = read_open(database);
	if (!open.ok() || open.value().empty()) {
		return open.status();
	}
	for (const LeftOpen &each : open.value()) {
		if (Status status = add_to_accounts(database, each.accounts, each.most); !status.ok()) {
			return status;
		}
		in_all += each.most;
	}
	return database.run("DELETE FROM ledger_open");
}

Status end_left_open(Database &database, const Logger &log) {
	Spending in_all;
	Status status = transact(database, [&] { return charge_left_open(database, in_all); });
	if (status.ok() && in_all.calls > 0) {
		log.warning(counted(in_all.calls, "call") +
				" to minds had not ended when the program did; counted in full: " +
				counted(in_all.tokens(), "token") + " and " +
				counted(in_all.money.micro_dollars, "micro-dollar"));
	}
	return status;
}

Spending spending_from(const Query &rows, int column) {
	return { rows.integer(column), rows.integer(column + 1), rows.integer(column + 2),
		rows.integer(column + 3), { rows.integer(column + 4) } };
}

constexpr std::size_t BYTES_AN_OPERATION = 400;

// What the operations have in common that enter what a call came to.
class LedgerOperation : public WriteOperation {
public:
	explicit LedgerOperation(const Logger &log) :
			log_(log) {}

	std::size_t bytes() const override { return BYTES_AN_OPERATION; }
	void committed() override {}
	void degraded(const Status &) override {}
	void dropped(const Status &reason) override {
		log_.error("a call of a mind could not be entered into the ledger, and counts in full at "
				   "the next start: " +
				reason.message());
	}

private:
	const Logger log_;
};

Status insert_open(Database &database, const Reservation &reservation) {
	const std::string accounts =
			nlohmann::json(reservation.accounts)
					.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
	const Cost &most = reservation.most;
	return database.run("INSERT INTO ledger_open VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
			reservation.id.number(), accounts, reservation.paid ? 1 : 0, most.input_tokens,
			most.output_tokens, most.money.micro_dollars);
}

class CloseOperation : public LedgerOperation {
public:
	CloseOperation(const Logger &log, Reservation reservation, std::optional<Spending> spent) :
			LedgerOperation(log),
			reservation_(std::move(reservation)),
			spent_(spent) {}

	Status write(Database &database) override {
		Status status = database.run(
				"DELETE FROM ledger_open WHERE reservation = ?1", reservation_.id.number());
		return status.ok() && spent_ ? add_to_accounts(database, reservation_.accounts, *spent_)
									 : status;
	}

private:
	const Reservation reservation_;
	const std::optional<Spending> spent_;
};

class RefillOperation : public LedgerOperation {
public:
	RefillOperation(const Logger &log, std::string account) :
			LedgerOperation(log),
			account_(std::move(account)) {}

	Status write(Database &database) override {
		return database.run("UPDATE ledger SET refilled_calls = calls,"
							" refilled_paid_calls = paid_calls,"
							" refilled_input_tokens = input_tokens,"
							" refilled_output_tokens = output_tokens,"
							" refilled_micro_dollars = micro_dollars WHERE account = ?1",
				account_);
	}

private:
	const std::string account_;
};

} // namespace

Result<LedgerBooks> read_ledger(Database &database, const Logger &log) {
	LedgerBooks books;
	const Result<std::int64_t> newest =
			database.integer("SELECT max(reservation) FROM ledger_open", 0);
	if (!newest.ok()) {
		return newest.status();
	}
	books.newest = ReservationId(static_cast<std::uint64_t>(newest.value()));
	if (Status status = end_left_open(database, log); !status.ok()) {
		return status;
	}
	Query rows(database,
			"SELECT account, calls, paid_calls, input_tokens, output_tokens, micro_dollars,"
			" refilled_calls, refilled_paid_calls, refilled_input_tokens, refilled_output_tokens,"
			" refilled_micro_dollars FROM ledger");
	while (rows.next()) {
		books.accounts[std::string(rows.text(0))] = { spending_from(rows, 1),
			spending_from(rows, 6) };
	}
	return rows.status().ok() ? Result(std::move(books)) : rows.status();
}

void LedgerStore::Mail::put(Answer answer) {
	inbox.put(std::move(answer));
	const Lock lock(mutex);
	if (wake) {
		wake();
	}
}

LedgerStore::LedgerStore(Writer &writer, std::function<void()> wake, Logger log) :
		writer_(writer),
		log_(std::move(log)),
		mail_(std::make_shared<Mail>()) {
	mail_->wake = std::move(wake);
}

LedgerStore::~LedgerStore() {
	submit_waiting();
	for (const std::unique_ptr<WriteOperation> &operation : waiting_) {
		operation->dropped(Status(StatusCode::unavailable, "the database takes no more"));
	}
	const Lock lock(mail_->mutex);
	mail_->wake = nullptr;
}

void LedgerStore::open(const Reservation &reservation, Done done) {
	submit_waiting();
	std::unique_ptr<WriteOperation> operation = make_decision(
			{ .purpose = "no call that costs money starts", .bytes = BYTES_AN_OPERATION },
			[reservation](
					DecisionScope &scope) { return insert_open(scope.database(), reservation); },
			[done = std::move(done), mail = mail_](const Status &status) {
				if (done) { // nobody waits for what costs nothing
					mail->put({ done, status });
				}
			});
	const Status status = waiting_.empty()
			? writer_.submit(std::move(operation)).status()
			: Status(StatusCode::unavailable, "the database takes no more");
	if (!status.ok()) {
		operation->degraded(status); // NOLINT(bugprone-use-after-move): still ours
	}
}

void LedgerStore::close(const Reservation &reservation, const std::optional<Spending> &spent) {
	submit(std::make_unique<CloseOperation>(log_, reservation, spent));
}

void LedgerStore::refill(const std::string &account) {
	submit(std::make_unique<RefillOperation>(log_, account));
}

// What calls came to is not given up while there is hope.
void LedgerStore::submit(std::unique_ptr<WriteOperation> operation) {
	waiting_.push_back(std::move(operation));
	submit_waiting();
}

void LedgerStore::submit_waiting() {
	while (!waiting_.empty() && writer_.submit(std::move(waiting_.front())).ok()) {
		waiting_.pop_front();
	}
}

void LedgerStore::deliver() {
	submit_waiting();
	while (std::optional<Answer> answer = mail_->inbox.take()) {
		answer->done(answer->status);
	}
}

} // namespace agent_runtime
