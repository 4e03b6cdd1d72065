#include "core/base/vocabulary.h"
#include "core/runtime/runtime.h"

#include <chrono>

// Requests of the vocabulary: checked against the table, then answered by the methods that GDScript
// uses, so that every door does the same.

namespace agent_runtime {

using nlohmann::json;

namespace {

std::string request_name(const json &message) {
	const auto name = message.is_object() ? message.find("request_id") : message.end();
	return name != message.end() && name->is_string() ? name->get<std::string>() : std::string();
}

AgentId agent_of(const json &message) {
	return AgentId::parse(message.value("agent_id", "")).value_or(AgentId());
}

// An identifier that names nobody would otherwise count as none given: a whisper would be a shout.
std::optional<FieldProblem> find_id_problem(const json &message) {
	const auto is_wrong = [&](const char *field, auto parse) {
		const auto id = message.find(field);
		return id != message.end() && !parse(id->get<std::string>());
	};
	for (const char *field : { "to", "from" }) {
		if (is_wrong(field, ParticipantId::parse)) {
			return FieldProblem{ field, "is neither an agent nor a player",
				"give an id such as agent_001 or player_0" };
		}
	}
	if (is_wrong("agent_id", AgentId::parse)) {
		return FieldProblem{ "agent_id", "is not the id of an agent",
			"give one that a spawn returned, such as agent_001" };
	}
	if (is_wrong("call_id", CallId::parse)) {
		return FieldProblem{ "call_id", "is not the id of a call",
			"give the one that walk_requested came with, such as call_001" };
	}
	return std::nullopt;
}

json reply_of(const json &message, const Status &status, const json &result = {}) {
	return RequestBook::completed(request_name(message), status, result);
}

EventFilter filter_from(const json &message) {
	EventFilter filter;
	filter.entity = message.value("entity", "");
	filter.limit = message.value("limit", std::size_t{ 1000 });
	const auto since = message.find("since");
	if (since == message.end()) {
		return filter;
	}
	const std::string text = since->is_string() ? since->get<std::string>() : std::string();
	if (since->is_number()) {
		filter.after = EventId(since->get<std::int64_t>()); // 42.0 is 42
	} else if (const std::optional<EventId> id = EventId::parse(text)) {
		filter.after = *id;
	} else if (const Result<WallTime> time = parse_iso8601(text); time.ok()) {
		filter.since = time.value();
	}
	return filter;
}

json page_to_json(const EventPage &page) {
	json events = json::array();
	for (const StoredEvent &row : page.events) {
		json event = json::parse(row.data, nullptr, false);
		if (!event.is_object()) {
			event = json::object();
		}
		event["type"] = row.type;
		event["id"] = row.id.number();
		event["ts"] = to_iso8601(row.ts);
		if (!row.entity.empty()) {
			event["agent_id"] = row.entity;
		}
		events.push_back(std::move(event));
	}
	return { { "events", std::move(events) }, { "cursor", page.cursor.number() },
		{ "more", page.more }, { "gap", page.gap } };
}

} // namespace

void Runtime::request(const json &message, RequestBook::Reply reply) {
	const std::string name = request_name(message);
	if (const std::optional<FieldProblem> problem = find_message_problem(message, From::outside)) {
		reply(RequestBook::completed(name, problem->to_status(), {}, problem->field));
		return;
	}
	if (const std::optional<FieldProblem> problem = find_id_problem(message)) {
		reply(RequestBook::completed(name, problem->to_status(), {}, problem->field));
		return;
	}
	if (stopping_.load(std::memory_order_acquire)) {
		reply(RequestBook::completed(
				name, Status(StatusCode::cancelled, "the runtime has stopped"), {}));
		return;
	}
	answer(message, reply);
}

void Runtime::answer(const json &message, const RequestBook::Reply &reply) {
	const std::string type = message.at("type");
	if (type == "agent_spawn_request") {
		const Result<AgentId> id = spawn_agent(message.at("agent_config"));
		reply(reply_of(message, id.status(),
				id.ok() ? json{ { "agent_id", id.value().to_string() } } : json()));
	} else if (type == "agent_terminate_request") {
		reply(reply_of(message, terminate_agent(agent_of(message), "asked to")));
	} else if (type == "agent_state_request") {
		const Result<json> state = agent_state(agent_of(message));
		reply(reply_of(message, state.status(), state.ok() ? state.value() : json()));
	} else if (type == "agents_request") {
		reply(reply_of(message, Status(), list_agents(message)));
	} else if (type == "send_message_request") {
		const ParticipantId from =
				ParticipantId::parse(message.value("from", "")).value_or(ParticipantId());
		const ParticipantId to =
				ParticipantId::parse(message.value("to", "")).value_or(ParticipantId());
		reply(reply_of(message, send_message(from, to, message.at("content"))));
	} else if (type == "move_request") {
		const json &at = message.at("position");
		const Status status = known(agent_of(message));
		if (!status.ok()) {
			reply(reply_of(message, status));
			return;
		}
		const RequestId id = requests_.open(request_name(message), reply);
		post(MoveInput{ agent_of(message), { at.value("x", 0.0f), at.value("y", 0.0f) }, id });
	} else if (type == "position_owner_request") {
		reply(reply_of(
				message, set_moved_by_game(agent_of(message), message.at("owner") == "game")));
	} else if (type == "walk_arrived" || type == "walk_blocked") {
		const CallOutcome outcome =
				type == "walk_arrived" ? CallOutcome::done : CallOutcome::failed;
		reply(reply_of(message,
				answer_call(CallId::parse(message.value("call_id", "")).value_or(CallId()), outcome,
						message.value("reason", ""))));
	} else if (type == "report_position") {
		const json &at = message.at("position");
		reply(reply_of(message,
				report_position(agent_of(message), { at.value("x", 0.0f), at.value("y", 0.0f) })));
	} else if (type == "health_request") {
		reply(reply_of(message, Status(), health()));
	} else if (!stores_) {
		reply(reply_of(message,
				Status(StatusCode::failed_precondition,
						type + " reads the database, and this runtime has none")));
	} else if (type == "events_request") {
		const RequestId id = requests_.open(request_name(message), reply);
		read_log(filter_from(message), [this, id](const Result<EventPage> &page) {
			requests_.complete(id, page.status(), page.ok() ? page_to_json(page.value()) : json());
		});
	} else if (type == "search_request" || type.starts_with("memory_")) {
		answer_memory(message, requests_.open(request_name(message), reply));
	} else {
		reply(reply_of(message, Status(StatusCode::unsupported, type + " is not answered here")));
	}
}

json Runtime::health() const {
	const RuntimeStats now = stats();
	return { { "agents", now.agents }, { "waiting_events", now.waiting_events },
		{ "lag_seconds", std::chrono::duration<double>(now.lag).count() },
		{ "stored", stores_ && !now.store.degraded }, { "paused", sim_clock_.is_paused() },
		{ "stands_still", stands_still_.load(std::memory_order_relaxed) },
		{ "store_queue_bytes", now.store.queue_bytes },
		{ "longest_store_wait_seconds",
				std::chrono::duration<double>(now.store.longest_wait).count() },
		{ "time_scale", sim_clock_.scale() } };
}

json Runtime::list_agents(const json &filter) const {
	json agents = json::array();
	directory_.for_each([&](AgentId id, const ProfilePtr &profile) {
		const Result<json> state = agent_state(id);
		const bool wanted = state.ok() &&
				(!filter.contains("name") || filter.at("name") == profile->self.name) &&
				(!filter.contains("state") || filter.at("state") == state.value().at("state"));
		if (wanted) {
			agents.push_back(state.value());
		}
	});
	return { { "agents", std::move(agents) } };
}

} // namespace agent_runtime
