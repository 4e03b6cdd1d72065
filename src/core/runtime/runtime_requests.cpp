#include "core/agents/task_rows.h"
#include "core/base/files.h"
#include "core/base/vocabulary.h"
#include "core/gateway/stream_start.h"
#include "core/runtime/runtime.h"

#include <algorithm>
#include <chrono>
#include <cmath>

// Requests of the vocabulary: checked against the table, then answered by the methods that GDScript
// uses, so that every door does the same.

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr double USUAL_RADIUS = 6.0; // tiles

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
	if (is_wrong("beside", AgentId::parse)) {
		return FieldProblem{ "beside", "is not the id of an agent",
			"give one that a spawn returned, such as agent_001" };
	}
	if (is_wrong("task_id", TaskId::parse)) {
		return FieldProblem{ "task_id", "is not the id of a task",
			"give one that task_assign_request returned, such as task_001" };
	}
	if (is_wrong("conversation_id", ConversationId::parse)) {
		return FieldProblem{ "conversation_id", "is not the id of a conversation",
			"give one that startAutoMode returned, such as conversation_001" };
	}
	if (is_wrong("call_id", CallId::parse)) {
		return FieldProblem{ "call_id", "is not the id of a call",
			"give the one that walk_requested came with, such as call_001" };
	}
	return std::nullopt;
}

// What an agents_request asks of who an agent is, and of what it does.
bool has_profile_of(const json &filter, const AgentProfile &profile) {
	const auto is = [&](const char *field, const std::string &value) {
		return !filter.contains(field) || filter.at(field) == value;
	};
	const std::vector<std::string> &groups = profile.subscription().groups;
	const bool in_group = !filter.contains("group") ||
			std::find(groups.begin(), groups.end(), filter.at("group").get<std::string>()) !=
					groups.end();
	return is("name", profile.self.name) && is("role", profile.self.role) && in_group;
}

bool has_state_of(const json &filter, const json &state) {
	const bool is_alike = (!filter.contains("state") || filter.at("state") == state.at("state")) &&
			(!filter.contains("paused") || filter.at("paused") == state.at("paused"));
	if (!is_alike || !filter.contains("near")) {
		return is_alike;
	}
	const auto apart = [&](const char *axis) {
		return state.at("position").value(axis, 0.0) - filter.at("near").value(axis, 0.0);
	};
	return std::hypot(apart("x"), apart("y")) <= filter.value("radius", USUAL_RADIUS);
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

TilePosition position_in(const json &message) {
	const json &at = message.at("position");
	return { at.value("x", 0.0f), at.value("y", 0.0f) };
}

std::optional<PauseChange> pause_change(const std::string &type) {
	if (type == "agent_pause_request") {
		return PauseChange::pause;
	}
	if (type == "agent_resume_request") {
		return PauseChange::resume;
	}
	return type == "agent_step_request" ? std::optional(PauseChange::step) : std::nullopt;
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

void Runtime::request(const json &message, const RequestBook::Reply &reply) {
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
		reply(RequestBook::completed(name, has_stopped(), {}));
		return;
	}
	answer(message, reply);
}

void Runtime::answer(const json &message, const RequestBook::Reply &reply) {
	const std::string type = message.at("type");
	if (const std::optional<CallAnswer> call = call_answer_from(message)) {
		reply(reply_of(message, answer_call(*call)));
	} else if (answer_about_minds(type, message, reply) ||
			answer_about_slots(type, message, reply) || answer_about_talks(type, message, reply)) {
		return;
	} else if (type == "agent_spawn_request" || type == "agents_spawn_request") {
		spawn(message, reply);
	} else if (type == "agents_request") {
		reply(reply_of(message, Status(), list_agents(message)));
	} else if (type == "send_message_request") {
		const ParticipantId from =
				ParticipantId::parse(message.value("from", "")).value_or(ParticipantId());
		const ParticipantId to =
				ParticipantId::parse(message.value("to", "")).value_or(ParticipantId());
		reply(reply_of(message, send_message(from, to, message.at("content"))));
	} else if (type == "publish_message_request") {
		reply(reply_of(message, publish_message(message)));
	} else if (type == "world_pause_request") {
		set_world_paused(message.at("paused"));
		reply(reply_of(message, Status()));
	} else if (type == "world_step_request") {
		reply(reply_of(message, step_world()));
	} else if (type == "time_scale_request") {
		reply(reply_of(message, set_time_scale(message.at("scale"))));
	} else if (type == "health_request") {
		reply(reply_of(message, Status(), health()));
	} else if (type == "task_finish_request") {
		post(FinishInput{ TaskId::parse(message.value("task_id", "")).value_or(TaskId()),
				message.at("status") == "completed", message.value("result", ""),
				requests_.open(request_name(message), reply) });
	} else if (type == "events_request" || type == "search_request" || type == "tasks_request" ||
			type == "database_copy_request" || type.starts_with("memory_")) {
		answer_from_store(type, message, reply);
	} else {
		answer_about_agent(type, message, reply);
	}
}

void Runtime::spawn(const json &message, const RequestBook::Reply &reply) {
	const json &config = message.at("agent_config");
	if (message.at("type") == "agent_spawn_request") {
		const Result<AgentId> id = spawn_agent(config);
		reply(reply_of(message, id.status(),
				id.ok() ? json{ { "agent_id", id.value().to_string() } } : json()));
		return;
	}
	const Result<std::vector<AgentId>> ids =
			spawn_agents(config, message.at("count").get<std::int64_t>());
	json texts = json::array();
	for (const AgentId id : ids.ok() ? ids.value() : std::vector<AgentId>()) {
		texts.push_back(id.to_string());
	}
	reply(reply_of(message, ids.status(), { { "agent_ids", std::move(texts) } }));
}

// What concerns the agent that `agent_id` names.
void Runtime::answer_about_agent(
		const std::string &type, const json &message, const RequestBook::Reply &reply) {
	const AgentId agent = agent_of(message);
	if (type == "agent_state_request") {
		const Result<json> state = agent_state(agent);
		reply(reply_of(message, state.status(), state.ok() ? state.value() : json()));
	} else if (const Status status = known(agent); !status.ok()) {
		reply(reply_of(message, status));
	} else if (type == "agent_terminate_request") {
		reply(reply_of(message, terminate_agent(agent, "asked to")));
	} else if (type == "position_owner_request") {
		reply(reply_of(message, set_moved_by_game(agent, message.at("owner") == "game")));
	} else if (type == "report_position") {
		reply(reply_of(message, report_position(agent, position_in(message))));
	} else if (type == "subscribe_request") {
		reply(reply_of(message, subscribe(agent, message)));
	} else if (type == "task_assign_request") {
		const Result<TaskId> task =
				assign_task(agent, message.at("task_name"), message.value("description", ""));
		reply(reply_of(message, task.status(),
				task.ok() ? json{ { "task_id", task.value().to_string() } } : json()));
	} else if (type == "walk_request" || type == "stop_walk_request") {
		walk(message, reply);
	} else if (type == "seat_request") {
		reply(reply_of(message, assign_seat(agent, message.at("seat"))));
	} else if (type == "move_request") {
		const RequestId id = requests_.open(request_name(message), reply);
		post(MoveInput{ agent, position_in(message), id });
	} else if (const std::optional<PauseChange> change = pause_change(type)) {
		post(PauseInput{ agent, *change, requests_.open(request_name(message), reply) });
	} else {
		reply(reply_of(message, Status(StatusCode::unsupported, type + " is not answered here")));
	}
}

void Runtime::answer_from_store(
		const std::string &type, const json &message, const RequestBook::Reply &reply) {
	if (!stores_) {
		reply(reply_of(message,
				Status(StatusCode::failed_precondition,
						"what is asked for lies in the database, and this runtime has none")));
		return;
	}
	if (type == "database_copy_request") {
		copy_database(message, reply);
		return;
	}
	const RequestId id = requests_.open(request_name(message), reply);
	if (type == "events_request") {
		const EventFilter filter = filter_from(message);
		read_log(filter, [this, id, after = filter.after](const Result<EventPage> &page) {
			const Status status = page.ok() && after > page.value().newest
					? cursor_beyond("since", page.value().newest).to_status()
					: page.status();
			requests_.complete(id, status, status.ok() ? page_to_json(page.value()) : json());
		});
	} else if (type == "tasks_request") {
		read_tasks(message, id);
	} else {
		memory_.answer(message, id);
	}
}

void Runtime::read_tasks(const json &message, RequestId request) {
	const std::shared_ptr<Result<json>> tasks = std::make_shared<Result<json>>(json::array());
	ReadQuery query;
	query.run = [message, tasks](Database &database) {
		*tasks = list_tasks(database, message);
		return tasks->status();
	};
	query.done = [this, request, tasks](const Status &status) {
		requests_.complete(
				request, status, status.ok() ? json{ { "tasks", tasks->value() } } : json());
	};
	const Result<Reader::Ticket> ticket = reader_.ask(std::move(query));
	if (!ticket.ok()) {
		requests_.complete(request, ticket.status());
	}
}

void Runtime::copy_database(const json &message, const RequestBook::Reply &reply) {
	const std::string path = message.at("path");
	if (!is_absolute_path(path)) {
		reply(RequestBook::completed(request_name(message),
				Status(StatusCode::invalid_argument,
						"path: is not an absolute path; give one at which there is nothing, in a"
						" folder that exists"),
				{}, "path"));
		return;
	}
	slots_->ask(SlotDesk::Work::copy, path, [message, reply](const Result<json> &result) {
		reply(reply_of(message, result.status(), result.ok() ? result.value() : json()));
	});
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
	const std::size_t limit = filter.value("limit", options_.most_agents);
	directory_.for_each([&](AgentId id, const ProfilePtr &profile) {
		if (agents.size() >= limit || !has_profile_of(filter, *profile)) {
			return;
		}
		Result<json> state = agent_state(id);
		if (state.ok() && has_state_of(filter, state.value())) {
			state.value().erase("persona"); // long, and the same all the time
			agents.push_back(std::move(state).value());
		}
	});
	return { { "agents", std::move(agents) } };
}

} // namespace agent_runtime
