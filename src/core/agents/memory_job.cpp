#include "core/agents/memory_job.h"

#include "core/agents/event_json.h"
#include "core/store/event_log.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_IDS_TOLD = 100;

Event changed(AgentId agent, const std::string &what, const std::vector<std::int64_t> &ids) {
	nlohmann::json data{ { "what", what }, { "count", ids.size() } };
	if (ids.size() <= MOST_IDS_TOLD) {
		data["line_ids"] = ids;
	}
	return { ParticipantId(agent), RuntimeNotice{ "memory_changed", data.dump() } };
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
	event_id_ = EventId();
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
	event_ = changed(agent_, what_, outcome_.ids);
	const std::string entity = event_.entity.to_string();
	const std::string data = event_data_to_json(event_).dump();
	const Result<EventId> id =
			append_event(database, { now_, event_type(event_), entity, "", data });
	if (!id.ok()) {
		return id.status();
	}
	event_id_ = id.value();
	return {};
}

void MemoryJob::answer_once(const Result<MemoryOutcome> &outcome) {
	const Done done = std::exchange(done_, nullptr);
	if (done) {
		done(outcome);
	}
}

void MemoryJob::committed() {
	if (event_id_.is_stored()) {
		std::vector<PublishedEvent> events;
		events.push_back({ event_id_, now_, event_ });
		fanout_.publish(std::make_shared<const std::vector<PublishedEvent>>(std::move(events)));
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
