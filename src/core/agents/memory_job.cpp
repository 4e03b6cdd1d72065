#include "core/agents/memory_job.h"

#include "core/log/event_json.h"

#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_IDS_TOLD = 100;

Event changed(AgentId agent, const std::string &what, const std::vector<std::int64_t> &ids) {
	const bool are_few = ids.size() <= MOST_IDS_TOLD;
	return { agent,
		MemoryChanged{ what, ids.size(), are_few ? ids : std::vector<std::int64_t>() } };
}

} // namespace

MemoryJob::MemoryJob(AgentId agent, std::string what, WallTime now, EventSubscriber &fanout,
		Decide decide, Done done) :
		agent_(agent),
		what_(std::move(what)),
		now_(now),
		fanout_(fanout),
		decide_(std::move(decide)),
		done_(std::move(done)) {}

std::size_t MemoryJob::bytes() const {
	return sizeof(*this);
}

Status MemoryJob::write(Database &database) {
	event_.reset();
	if (!done_) {
		return {}; // answered already: what was refused must not happen later
	}
	Result<MemoryOutcome> outcome = decide_(database);
	if (!outcome.ok()) {
		return outcome.status();
	}
	outcome_ = std::move(outcome).value();
	if (!outcome_.refusal.ok() || outcome_.ids.empty()) {
		return {};
	}
	event_ = PublishedEvent{ EventId(), now_, changed(agent_, what_, outcome_.ids) };
	return log_event(database, *event_);
}

void MemoryJob::answer_once(const Result<MemoryOutcome> &outcome) {
	const Done done = std::exchange(done_, nullptr);
	if (done) {
		done(outcome);
	}
}

void MemoryJob::committed() {
	if (event_) {
		fanout_.publish(std::make_shared<const std::vector<PublishedEvent>>(1, *event_));
	}
	answer_once(outcome_);
}

void MemoryJob::degraded(const Status &reason) {
	answer_once(Status(StatusCode::unavailable,
			"memory cannot be changed while the database fails: " + reason.message()));
}

void MemoryJob::dropped(const Status &reason) {
	answer_once(reason);
}

} // namespace agent_runtime
