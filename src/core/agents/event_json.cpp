#include "core/agents/event_json.h"

#include "core/agents/json_fields.h"
#include "core/agents/talk_json.h"
#include "core/agents/task_json.h"

#include <chrono>
#include <cmath>

namespace agent_runtime {

using nlohmann::json;

namespace {

json data_of(const AgentSpawned &event) {
	json data{ { "name", event.profile->self.name }, { "role", event.profile->self.role },
		{ "position", to_json(event.position) } };
	if (!event.profile->key.empty()) {
		data["key"] = event.profile->key;
	}
	if (event.restored_from) {
		data["restored"] = true;
	}
	return data;
}

json data_of(const AgentTerminated &event) {
	return { { "reason", event.reason } };
}

json data_of(const AgentStateChanged &event) {
	return { { "state", agent_state_name(event.state) },
		{ "old_state", agent_state_name(event.old_state) }, { "position", to_json(event.position) },
		{ "current_task", event.task != nullptr ? event.task->name : "" } };
}

json data_of(const AgentSpoke &event) {
	json recipients = json::array();
	for (const ParticipantId hearer : event.message->hearers) {
		recipients.push_back(hearer.to_string());
	}
	json data{ { "content", event.message->content }, { "recipients", std::move(recipients) } };
	if (!event.message->to.is_none()) {
		data["to"] = event.message->to.to_string();
	}
	return data;
}

json data_of(const MessagePublished &event) {
	json data = data_of(AgentSpoke{ event.message });
	data["message_type"] = event.message->type;
	if (event.message->reach == Reach::group) {
		data["group"] = event.message->channel;
	} else if (event.message->reach == Reach::topic) {
		data["topic"] = event.message->channel;
	}
	return data;
}

json data_of(const MessageAcknowledged &event) {
	return { { "from", event.from.to_string() } };
}

json data_of(const MessagesDropped &event) {
	return { { "count", event.count }, { "reason", event.reason } };
}

json data_of(const TaskChanged &event) {
	return task_to_json(*event.task);
}

json data_of(const CollaborationInvited &event) {
	return { { "partner", event.partner.to_string() }, { "subject", event.subject },
		{ "kind", event.to_task ? "task" : "talk" } };
}

json data_of(const CollaborationAnswered &event) {
	return { { "partner", event.partner.to_string() }, { "subject", event.subject },
		{ "accepted", event.accepted }, { "reason", event.reason } };
}

json data_of(const ActionPerformed &event) {
	return { { "action", event.action }, { "ok", event.ok }, { "result", event.result } };
}

json data_of(const AgentPaused &event) {
	return { { "paused", event.paused } };
}

json data_of(const AgentStuck &event) {
	return { { "state", agent_state_name(event.state) },
		{ "seconds", std::chrono::duration<double>(event.waited).count() },
		{ "reason", event.reason } };
}

json data_of(const AgentMoved &event) {
	return { { "from", to_json(event.from) }, { "position", to_json(event.position) } };
}

json data_of(const AgentArrived &event) {
	return { { "position", to_json(event.position) }, { "facing", facing_name(event.facing) } };
}

json data_of(const AgentBlocked &event) {
	return { { "target", to_json(event.target) }, { "reason", event.reason } };
}

json data_of(const TransitionRefused &event) {
	return { { "state", agent_state_name(event.state) }, { "wanted", event.wanted },
		{ "reason", event.reason } };
}

json data_of(const MindFailed &event) {
	return { { "failure", mind_failure_name(event.failure) },
		{ "code", status_code_name(status_code_of(event.failure)) }, { "message", event.message } };
}

json data_of(const BudgetExhausted &event) {
	return { { "reason", event.reason } };
}

json data_of(const ToolUsed &event) {
	const ToolResult &result = event.result;
	json data{ { "tool", result.call.name }, { "ok", result.ok } };
	data[result.ok ? "result" : "reason"] = result.result;
	return data;
}

json data_of(const AutoModeStarted &event) {
	json data = talk_to_json(*event.talk);
	data["turns"] = event.turns;
	return data;
}

json data_of(const AutoModeTurnChanged &event) {
	return { { "conversation_id", event.talk.to_string() }, { "turn", event.turn } };
}

json data_of(const AgentMessaged &event) {
	return { { "conversation_id", event.talk.to_string() }, { "turn", event.turn },
		{ "text", event.message->content } };
}

json data_of(const AutoModeEnded &event) {
	return { { "conversation_id", event.talk.to_string() },
		{ "reason", talk_end_name(event.reason) }, { "turns", event.turns } };
}

ToolUsed tool_from(const json &data) {
	const bool ok = data.value("ok", false);
	return { { { "", text_of(data, "tool"), "" }, ok, text_of(data, ok ? "result" : "reason") } };
}

json data_of(const RuntimeNotice &event) {
	json data = json::parse(event.data, nullptr, false);
	return data.is_object() ? data : json::object();
}

AgentState state_of(const json &data, const char *field) {
	return parse_agent_state(text_of(data, field)).value_or(AgentState::idle);
}

Facing facing_of(const json &data, const char *field) {
	return parse_facing(text_of(data, field)).value_or(Facing::down);
}

EventData spawned_from(const json &data) {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self.name = text_of(data, "name");
	profile->self.role = text_of(data, "role");
	profile->key = text_of(data, "key");
	AgentSpawned spawned{ std::move(profile), position_of(data, "position"), std::nullopt };
	if (data.value("restored", false)) {
		spawned.restored_from = AgentState::idle;
	}
	return spawned;
}

// Of a state's task the log has the name alone.
TaskPtr task_named(const std::string &name) {
	if (name.empty()) {
		return nullptr;
	}
	std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
	task->name = name;
	return task;
}

std::shared_ptr<Message> message_from(const json &data, ParticipantId speaker) {
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = speaker;
	message->to = participant_of(data, "to");
	message->content = text_of(data, "content");
	const auto recipients = data.find("recipients");
	if (recipients != data.end() && recipients->is_array()) {
		for (const json &each : *recipients) {
			const std::string text = each.is_string() ? each.get<std::string>() : std::string();
			message->hearers.push_back(ParticipantId::parse(text).value_or(ParticipantId()));
		}
	}
	return message;
}

EventData published_from(const json &data, ParticipantId sender) {
	std::shared_ptr<Message> message = message_from(data, sender);
	message->type = text_of(data, "message_type");
	message->reach = !message->to.is_none() ? Reach::addressee
			: data.contains("group")		? Reach::group
			: data.contains("topic")		? Reach::topic
											: Reach::everybody;
	message->channel = text_of(data, "group") + text_of(data, "topic");
	return MessagePublished{ std::move(message) };
}

ConversationId conversation_of(const json &data) {
	return ConversationId::parse(text_of(data, "conversation_id")).value_or(ConversationId());
}

AgentMessaged messaged_from(const json &data, ParticipantId speaker) {
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = speaker;
	message->content = text_of(data, "text");
	return { conversation_of(data), number_of<std::uint32_t>(data, "turn"), std::move(message) };
}

// Of the kinds that tell of conversations that are led.
std::optional<EventData> auto_mode_from(
		std::string_view type, ParticipantId entity, const json &data) {
	const std::uint32_t turns = number_of<std::uint32_t>(data, "turns");
	if (type == AutoModeStarted::TYPE) {
		return AutoModeStarted{ std::make_shared<const TalkSettings>(talk_from_json(data)), turns };
	}
	if (type == AutoModeTurnChanged::TYPE) {
		return AutoModeTurnChanged{ conversation_of(data), number_of<std::uint32_t>(data, "turn") };
	}
	if (type == AgentMessaged::TYPE) {
		return messaged_from(data, entity);
	}
	if (type == AutoModeEnded::TYPE) {
		return AutoModeEnded{ conversation_of(data),
			parse_talk_end(text_of(data, "reason")).value_or(TalkEnd::stopped), turns };
	}
	return std::nullopt;
}

// Of the kinds that tell what an agent is occupied with.
std::optional<EventData> occupation_from(std::string_view type, const json &data) {
	if (type == AgentArrived::TYPE) {
		return AgentArrived{ position_of(data, "position"), facing_of(data, "facing"), false };
	}
	if (type == AgentBlocked::TYPE) {
		return AgentBlocked{ position_of(data, "target"), text_of(data, "reason") };
	}
	if (type == MessageAcknowledged::TYPE) {
		return MessageAcknowledged{ participant_of(data, "from") };
	}
	if (type == MessagesDropped::TYPE) {
		return MessagesDropped{ number_of<std::uint64_t>(data, "count"), text_of(data, "reason") };
	}
	if (type == TaskChanged::TYPE) {
		return TaskChanged{ std::make_shared<AgentTask>(task_from_json(data)) };
	}
	if (type == CollaborationInvited::TYPE) {
		return CollaborationInvited{ agent_of(data, "partner"), text_of(data, "subject"),
			text_of(data, "kind") == "task" };
	}
	if (type == CollaborationAnswered::TYPE) {
		return CollaborationAnswered{ agent_of(data, "partner"), text_of(data, "subject"),
			flag_of(data, "accepted"), text_of(data, "reason") };
	}
	if (type == ActionPerformed::TYPE) {
		return ActionPerformed{ text_of(data, "action"), flag_of(data, "ok"),
			text_of(data, "result") };
	}
	if (type == AgentPaused::TYPE) {
		return AgentPaused{ flag_of(data, "paused") };
	}
	if (type == AgentStuck::TYPE) {
		const double seconds = number_of<double>(data, "seconds");
		return AgentStuck{ state_of(data, "state"), Micros{ std::llround(seconds * 1e6) },
			text_of(data, "reason") };
	}
	return std::nullopt;
}

EventData data_from(std::string_view type, ParticipantId entity, const json &data) {
	if (type == AgentSpawned::TYPE) {
		return spawned_from(data);
	}
	if (type == AgentTerminated::TYPE) {
		return AgentTerminated{ text_of(data, "reason") };
	}
	if (type == AgentStateChanged::TYPE) {
		return AgentStateChanged{ state_of(data, "old_state"), state_of(data, "state"),
			position_of(data, "position"), task_named(text_of(data, "current_task")) };
	}
	if (type == AgentSpoke::TYPE) {
		return AgentSpoke{ message_from(data, entity) };
	}
	if (type == MessagePublished::TYPE) {
		return published_from(data, entity);
	}
	if (type == AgentMoved::TYPE) {
		return AgentMoved{ position_of(data, "from"), position_of(data, "position") };
	}
	if (type == TransitionRefused::TYPE) {
		return TransitionRefused{ state_of(data, "state"), text_of(data, "wanted"),
			text_of(data, "reason") };
	}
	if (type == MindFailed::TYPE) {
		return MindFailed{ parse_mind_failure(text_of(data, "failure")), text_of(data, "message") };
	}
	if (type == BudgetExhausted::TYPE) {
		return BudgetExhausted{ text_of(data, "reason") };
	}
	if (type == ToolUsed::TYPE) {
		return tool_from(data);
	}
	if (std::optional<EventData> talk = auto_mode_from(type, entity, data)) {
		return *std::move(talk);
	}
	return occupation_from(type, data).value_or(RuntimeNotice{ std::string(type), data.dump() });
}

} // namespace

json event_data_to_json(const Event &event) {
	return std::visit([](const auto &data) { return data_of(data); }, event.data);
}

json event_to_message(const Event &event) {
	json message = event_data_to_json(event);
	message["type"] = event_type(event);
	if (!event.entity.is_none()) {
		message["agent_id"] = event.entity.to_string();
	}
	return message;
}

Result<Event> event_from_row(
		std::string_view type, std::string_view entity, std::string_view data) {
	const json parsed = json::parse(data, nullptr, false);
	if (!parsed.is_object()) {
		return Status(StatusCode::corrupt,
				"an event of type " + std::string(type) + " holds no JSON object");
	}
	const ParticipantId who = ParticipantId::parse(entity).value_or(ParticipantId());
	return Event{ who, data_from(type, who, parsed) };
}

} // namespace agent_runtime
