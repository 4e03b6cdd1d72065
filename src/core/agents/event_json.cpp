#include "core/agents/event_json.h"

#include "core/agents/json_fields.h"

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
		{ "current_task", "" } };
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

json data_of(const AgentMoved &event) {
	return { { "from", to_json(event.from) }, { "position", to_json(event.position) } };
}

json data_of(const TransitionRefused &event) {
	return { { "state", agent_state_name(event.state) }, { "wanted", event.wanted },
		{ "reason", event.reason } };
}

json data_of(const MindFailed &event) {
	return { { "code", status_code_name(event.code) }, { "message", event.message } };
}

json data_of(const RuntimeNotice &event) {
	json data = json::parse(event.data, nullptr, false);
	return data.is_object() ? data : json::object();
}

AgentState state_of(const json &data, const char *field) {
	return parse_agent_state(text_of(data, field)).value_or(AgentState::idle);
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

EventData spoke_from(const json &data, ParticipantId speaker) {
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
	return AgentSpoke{ std::move(message) };
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
			position_of(data, "position") };
	}
	if (type == AgentSpoke::TYPE) {
		return spoke_from(data, entity);
	}
	if (type == AgentMoved::TYPE) {
		return AgentMoved{ position_of(data, "from"), position_of(data, "position") };
	}
	if (type == TransitionRefused::TYPE) {
		return TransitionRefused{ state_of(data, "state"), text_of(data, "wanted"),
			text_of(data, "reason") };
	}
	if (type == MindFailed::TYPE) {
		return MindFailed{ parse_status_code(text_of(data, "code")), text_of(data, "message") };
	}
	return RuntimeNotice{ std::string(type), data.dump() };
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
