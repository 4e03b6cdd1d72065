#include "core/models/ledger_store.h"

#include "core/models/ledger_operations.h"
#include "core/models/ledger_rows.h"
#include "core/store/database.h"
#include "core/store/transaction.h"
#include "core/store/writer.h"

#include <cstddef>
#include <utility>

namespace agent_runtime {

Result<LedgerBooks> read_ledger(
		Database &database, const LedgerOwner &owner, WallTime now, const Logger &log) {
	Spending charged;
	Result<LedgerBooks> books = LedgerBooks();
	const Status status = transact(database, [&] {
		const Result<Spending> ended = charge_at_start(database, owner, now);
		charged = ended.value_or(Spending());
		books = ended.ok() ? read_accounts(database, owner.name) : ended.status();
		return books.status();
	});
	if (!status.ok()) {
		return status;
	}
	log_charged(log, charged);
	return books;
}

void LedgerStore::Mail::put(Answer answer) {
	inbox.put(std::move(answer));
	const Lock lock(mutex);
	if (wake) {
		wake();
	}
}

LedgerStore::LedgerStore(Writer &writer, LedgerOwner owner, const Clock &clock,
		std::function<void()> wake, Logger log) :
		writer_(writer),
		owner_(std::move(owner)),
		clock_(clock),
		log_(std::move(log)),
		losses_(std::make_shared<LedgerLosses>(log_)),
		mail_(std::make_shared<Mail>()) {
	mail_->wake = std::move(wake);
}

LedgerStore::~LedgerStore() {
	submit_waiting();
	put_backlog();
	for (const std::unique_ptr<WriteOperation> &operation : waiting_) {
		operation->dropped(Status(StatusCode::unavailable, "the database takes no more"));
	}
	const Lock lock(mail_->mutex);
	mail_->wake = nullptr;
}

void LedgerStore::open(const Reservation &reservation, Done done) {
	const auto decide = [owner = owner_, reservation, now = clock_.wall_now()](Database &database) {
		return decide_open(database, owner, reservation, now);
	};
	if (reservation.paid) {
		ask(
				"no call that costs money starts",
				[decide](DecisionScope &scope) { return decide(scope.database()); },
				std::move(done));
		return;
	}
	submit_waiting();
	if (waiting_.size() >= MOST_WAITING) {
		left_out_.insert(reservation.id);
		return;
	}
	submit(start_of_free_call(
			losses_, [decide](Database &database) { return decide(database).status(); }));
}

void LedgerStore::close(const Reservation &reservation, const std::optional<Spending> &spent) {
	if (left_out_.erase(reservation.id) != 0) {
		add_up(reservation, spent);
		return;
	}
	if (backlog_.refills() != 0) {
		put_backlog(); // these do not take in what ends after them
	}
	submit(end_of_call(losses_, owner_, reservation, spent));
}

void LedgerStore::add_up(const Reservation &reservation, const std::optional<Spending> &spent) {
	if (spent) {
		for (const PayingAccount &account : reservation.accounts) {
			backlog_.sums[account.name].since += *spent;
		}
	}
	submit_backlog();
}

void LedgerStore::refill(const std::string &account) {
	submit_waiting();
	if (waiting_.size() >= MOST_WAITING && backlog_.refills() >= MOST_WAITING &&
			!backlog_.refilled.contains(account)) {
		log_.error("the refill of " + account +
				" is not stored, and is undone when the books are read again: too much waits for "
				"the database, which takes nothing; see what is wrong with its disk");
		return;
	}
	backlog_.refill(account);
	submit_backlog();
}

void LedgerStore::refill_each(const std::string &kind) {
	submit_waiting();
	backlog_.refill_each(kind);
	submit_backlog();
}

void LedgerStore::look(const std::vector<std::string> &accounts, Done done) {
	ask(
			"the books cannot be read",
			[owner = owner_, accounts, now = clock_.wall_now()](DecisionScope &scope) {
				return decide_look(scope.database(), owner, accounts, now);
			},
			std::move(done));
}

// Is void while the storage fails, so that nobody waits for it.
void LedgerStore::ask(std::string purpose, Decide<BooksDecision> decide, Done done) {
	submit_waiting();
	std::unique_ptr<WriteOperation> operation = make_decision<BooksDecision>(
			{ .purpose = std::move(purpose), .bytes = BYTES_OF_LEDGER_OPERATION },
			std::move(decide),
			[done = std::move(done), mail = mail_, log = log_](
					const Result<BooksDecision> &decision) {
				if (!decision.ok()) {
					mail->put({ done, { decision.status(), {}, {} } });
					return;
				}
				log_charged(log, decision.value().charged);
				mail->put({ done, decision.value().answer });
			});
	const Status status = waiting_.empty()
			? writer_.submit(std::move(operation)).status()
			: Status(StatusCode::unavailable, "the database takes no more");
	if (!status.ok()) {
		operation->degraded(status); // NOLINT(bugprone-use-after-move): still ours
	}
}

// What calls came to is not given up while there is hope.
void LedgerStore::submit(std::unique_ptr<WriteOperation> operation) {
	waiting_.push_back(std::move(operation));
	submit_waiting();
}

void LedgerStore::submit_backlog() {
	if (waiting_.size() < MOST_WAITING) {
		put_backlog();
	}
	submit_waiting();
}

void LedgerStore::put_backlog() {
	if (!backlog_.is_empty()) {
		waiting_.push_back(entry_of(losses_, std::exchange(backlog_, {})));
	}
}

void LedgerStore::submit_waiting() {
	losses_->tell();
	while (!waiting_.empty() && writer_.submit(std::move(waiting_.front())).ok()) {
		waiting_.pop_front();
		if (waiting_.empty()) {
			put_backlog();
		}
	}
}

void LedgerStore::deliver() {
	submit_waiting();
	while (std::optional<Answer> answer = mail_->inbox.take()) {
		answer->done(answer->answer);
	}
}

} // namespace agent_runtime
