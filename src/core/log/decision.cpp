#include "core/log/decision.h"

#include "core/log/event_json.h"
#include "core/store/database.h"
#include "core/store/transaction.h"

namespace agent_runtime {

namespace {

void publish(const DecisionTerms &terms, std::vector<PublishedEvent> &events) {
	if (terms.fanout != nullptr && !events.empty()) {
		terms.fanout->publish(
				std::make_shared<const std::vector<PublishedEvent>>(std::move(events)));
	}
}

class StatusDecision : public DecisionOperation {
public:
	StatusDecision(DecisionTerms terms, DecideStatus decide,
			std::function<void(const Status &status)> done) :
			DecisionOperation(std::move(terms)),
			decide_(std::move(decide)),
			done_(std::move(done)) {}

protected:
	Status decide(DecisionScope &scope) override { return decide_(scope); }
	void answer(const Status &status) override { done_(status); }

private:
	const DecideStatus decide_;
	const std::function<void(const Status &status)> done_;
};

} // namespace

Result<EventId> DecisionScope::log(Event event) {
	if (event.trace.is_none()) {
		event.trace = terms_.trace;
	}
	PublishedEvent entry{ EventId(), terms_.now, std::move(event) };
	if (const Status status = log_event(database_, entry); !status.ok()) {
		return status;
	}
	log_.push_back(std::move(entry));
	return log_.back().id;
}

Status DecisionOperation::write(Database &database) {
	events_.clear();
	outcome_ = Status();
	if (is_answered_) {
		return {}; // what was refused must not happen later
	}
	const std::int64_t before = database.total_changes();
	DecisionScope scope(database, terms_, events_);
	outcome_ = decide(scope);
	return database.total_changes() == before ? Status() : outcome_;
}

void DecisionOperation::committed() {
	if (!is_answered_) {
		publish(terms_, events_);
		answer_once(outcome_);
	}
}

void DecisionOperation::degraded(const Status &reason) {
	answer_once(Status(StatusCode::unavailable,
			terms_.purpose + " while the database fails: " + reason.message()));
}

void DecisionOperation::dropped(const Status &reason) {
	answer_once(reason);
}

void DecisionOperation::answer_once(const Status &status) {
	if (!std::exchange(is_answered_, true)) {
		answer(status);
	}
}

std::unique_ptr<WriteOperation> make_decision(
		DecisionTerms terms, DecideStatus decide, std::function<void(const Status &status)> done) {
	return std::make_unique<StatusDecision>(std::move(terms), std::move(decide), std::move(done));
}

Status decide_here(Database &database, const DecisionTerms &terms, const DecideStatus &decide) {
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		return transaction.status();
	}
	std::vector<PublishedEvent> events;
	DecisionScope scope(database, terms, events);
	Status status = decide(scope);
	if (status.ok()) {
		status = transaction.value().commit();
	}
	if (status.ok()) {
		publish(terms, events);
	}
	return status;
}

} // namespace agent_runtime
