#include "core/models/ledger_store.h"

#include "core/models/ledger_rows.h"
#include "core/store/database.h"
#include "core/store/transaction.h"
#include "core/store/writer.h"

#include <cstddef>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t BYTES_AN_OPERATION = 400;

// Something that is entered into the books in any case, as soon as the storage allows that.
class LedgerOperation : public WriteOperation {
public:
	using Write = std::function<Status(Database &database)>;

	LedgerOperation(const Logger &log, Write write) :
			log_(log),
			write_(std::move(write)) {}

	std::size_t bytes() const override { return BYTES_AN_OPERATION; }
	Status write(Database &database) override { return write_(database); }
	void committed() override {}
	void degraded(const Status &) override {}
	void dropped(const Status &reason) override {
		log_.error("a call of a mind could not be entered into the ledger, and counts in full once "
				   "this program has ended: " +
				reason.message());
	}

protected:
	const Logger log_;

private:
	const Write write_;
};

class CloseOperation : public LedgerOperation {
public:
	CloseOperation(const Logger &log, const LedgerOwner &owner, const Reservation &reservation,
			const std::optional<Spending> &spent) :
			LedgerOperation(log, [this, owner, reservation, spent](Database &database) {
				const Result<bool> closed = decide_close(database, owner, reservation, spent);
				is_charged_already_ = spent && closed.ok() && !closed.value();
				return closed.status();
			}) {}

	void committed() override {
		if (is_charged_already_) {
			log_.warning("a call of a mind was taken for one of a program that has ended, and "
						 "stays counted in full");
		}
	}

private:
	bool is_charged_already_ = false; // in full, by somebody else
};

// What calls came to that have no rows of their own.
class SumOperation : public LedgerOperation {
public:
	SumOperation(const Logger &log, const std::map<std::string, Spending> &sums) :
			LedgerOperation(log, [sums](Database &database) {
				for (const auto &[account, spent] : sums) {
					if (Status status = add_to_account(database, account, spent); !status.ok()) {
						return status;
					}
				}
				return Status();
			}) {}

	void dropped(const Status &reason) override {
		log_.error("what free calls of minds came to while nothing could be stored is missing in "
				   "the ledger: " +
				reason.message());
	}
};

} // namespace

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
		mail_(std::make_shared<Mail>()) {
	mail_->wake = std::move(wake);
}

LedgerStore::~LedgerStore() {
	submit_waiting();
	put_sums();
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
	submit(std::make_unique<LedgerOperation>(
			log_, [decide](Database &database) { return decide(database).status(); }));
}

void LedgerStore::close(const Reservation &reservation, const std::optional<Spending> &spent) {
	if (left_out_.erase(reservation.id) != 0) {
		add_up(reservation, spent);
		return;
	}
	submit(std::make_unique<CloseOperation>(log_, owner_, reservation, spent));
}

void LedgerStore::add_up(const Reservation &reservation, const std::optional<Spending> &spent) {
	if (spent) {
		for (const PayingAccount &account : reservation.accounts) {
			sums_[account.name] += *spent;
		}
	}
	if (waiting_.size() < MOST_WAITING) {
		put_sums();
	}
	submit_waiting();
}

void LedgerStore::put_sums() {
	if (!sums_.empty()) {
		waiting_.push_back(std::make_unique<SumOperation>(log_, std::exchange(sums_, {})));
	}
}

void LedgerStore::refill(const std::string &account) {
	submit_refill(
			account, [account](Database &database) { return refill_account(database, account); });
}

void LedgerStore::refill_each(const std::string &kind) {
	submit_refill("each " + kind,
			[kind](Database &database) { return refill_accounts(database, kind + ":"); });
}

// What was added up before belongs before it.
void LedgerStore::submit_refill(
		const std::string &of, std::function<Status(Database &database)> write) {
	submit_waiting();
	if (waiting_.size() >= 2 * MOST_WAITING) {
		log_.error("the refill of " + of +
				" holds only until this program ends: too much waits for the database, which "
				"takes nothing; see what is wrong with its disk");
		return;
	}
	put_sums();
	submit(std::make_unique<LedgerOperation>(log_, std::move(write)));
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
			{ .purpose = std::move(purpose), .bytes = BYTES_AN_OPERATION }, std::move(decide),
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

void LedgerStore::submit_waiting() {
	while (!waiting_.empty() && writer_.submit(std::move(waiting_.front())).ok()) {
		waiting_.pop_front();
		if (waiting_.empty()) {
			put_sums();
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
