#pragma once

// One way to decide something together with all other processes on the file: in one write
// transaction it is compared with what they have written, stored, and logged as an event; and it is
// answered exactly once, after the commit. Where a Writer runs, that is an operation of it:
//
//	const Decide<SeatId> sell = [seat](DecisionScope &scope) -> Result<SeatId> {
//		if (is_sold(scope.database(), seat)) {
//			return Status(StatusCode::already_exists, "seat 4 is sold; choose another one");
//		}
//		…
//		const Result<EventId> logged = scope.log({ Subject(), SeatSold{ seat } });
//		return logged.ok() ? Result(seat) : logged.status();
//	};
//	writer.submit(make_decision<SeatId>({ .purpose = "the seat cannot be sold", … }, sell, reply));
//
// A program without a writer's thread calls the same function in a transaction of its own:
//
//	const Result<SeatId> sold = decide_here<SeatId>(database, { … }, sell);

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"
#include "core/log/published.h"
#include "core/store/write_operation.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

class Database;

// What is known about a decision beforehand.
struct DecisionTerms {
	// What fails when the database does, such as "memory cannot be changed". The message of a
	// refusal begins with it.
	std::string purpose = {};
	WallTime now = {}; // for its events
	TraceId trace = {}; // for events that bring none of their own
	// must outlive the decision; null: nobody here receives its events
	EventSubscriber *fanout = nullptr;
	std::size_t bytes = 0; // approximate size of what its function holds in memory
};

// The transaction in which something is decided. Lives as long as the call that it is passed to.
// Thread rule: that of its database.
class DecisionScope {
public:
	DecisionScope(
			Database &database, const DecisionTerms &terms, std::vector<PublishedEvent> &log) :
			database_(database),
			terms_(terms),
			log_(log) {}

	Database &database() { return database_; }
	WallTime now() const { return terms_.now; }
	// Stores an event of the decision, which is published after the commit. Its id is valid then.
	Result<EventId> log(Event event);

private:
	Database &database_;
	const DecisionTerms &terms_;
	std::vector<PublishedEvent> &log_;
};

// Called again, with nothing left of the call before, when the transaction had to be rolled back. A
// refusal is an error, and leaves nothing in the file. While it has changed nothing it costs the
// other operations of the transaction nothing; otherwise these are done over.
template <typename Answer>
using Decide = std::function<Result<Answer>(DecisionScope &scope)>;
using DecideStatus = std::function<Status(DecisionScope &scope)>;

// A decision as an operation. It is answered after the commit and the publication of its events;
// with `unavailable` as soon as the storage fails, and is void then: what was refused does not
// happen later. Owned by the writer. Thread rule: worker only (the writer's).
class DecisionOperation : public WriteOperation {
public:
	explicit DecisionOperation(DecisionTerms terms) :
			terms_(std::move(terms)) {}

	std::size_t bytes() const override { return sizeof(*this) + terms_.bytes; }
	Status write(Database &database) override;
	void committed() override;
	// One that begins while the file is gone is refused, so that a written one never waits.
	bool waits_for_file() const override { return !is_answered_; }
	void degraded(const Status &reason) override;
	void dropped(const Status &reason) override;

protected:
	virtual Status decide(DecisionScope &scope) = 0;
	virtual void answer(const Status &status) = 0; // called exactly once

private:
	void answer_once(const Status &status);

	const DecisionTerms terms_;
	std::vector<PublishedEvent> events_;
	Status outcome_;
	bool is_answered_ = false;
};

// A decision whose answer is a value.
template <typename Answer>
class Decision : public DecisionOperation {
public:
	using Done = std::function<void(const Result<Answer> &answer)>;

	Decision(DecisionTerms terms, Decide<Answer> decide, Done done) :
			DecisionOperation(std::move(terms)),
			decide_(std::move(decide)),
			done_(std::move(done)) {}

protected:
	Status decide(DecisionScope &scope) override {
		answer_.emplace(decide_(scope));
		return answer_->status();
	}
	void answer(const Status &status) override {
		done_(status.ok() ? std::move(*answer_) : Result<Answer>(status));
	}

private:
	const Decide<Answer> decide_;
	const Done done_;
	std::optional<Result<Answer>> answer_;
};

// `done` is called on the writer's thread.
template <typename Answer>
std::unique_ptr<WriteOperation> make_decision(
		DecisionTerms terms, Decide<Answer> decide, typename Decision<Answer>::Done done) {
	return std::make_unique<Decision<Answer>>(std::move(terms), std::move(decide), std::move(done));
}
// Of what is known when it is done.
std::unique_ptr<WriteOperation> make_decision(
		DecisionTerms terms, DecideStatus decide, std::function<void(const Status &status)> done);

// Decides in a transaction of its own, on this thread. Waits for other processes as long as the
// database is set to.
Status decide_here(Database &database, const DecisionTerms &terms, const DecideStatus &decide);
template <typename Answer>
Result<Answer> decide_here(
		Database &database, const DecisionTerms &terms, const Decide<Answer> &decide) {
	std::optional<Result<Answer>> answer;
	const Status status = decide_here(database, terms, DecideStatus([&](DecisionScope &scope) {
		answer.emplace(decide(scope));
		return answer->status();
	}));
	return status.ok() ? std::move(*answer) : Result<Answer>(status);
}

} // namespace agent_runtime
