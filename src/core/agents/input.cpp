#include "core/agents/input.h"

#include "core/agents/json_fields.h"

namespace agent_runtime {

using nlohmann::json;

namespace {

json recorded(const MessagePtr &message) {
	return { { "from", message->from.to_string() }, { "from_name", message->from_name },
		{ "to", message->to.to_string() }, { "content", message->content } };
}

MessagePtr line_from(const json &from) {
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = participant_of(from, "from");
	message->from_name = text_of(from, "from_name");
	message->to = participant_of(from, "to");
	message->content = text_of(from, "content");
	return message;
}

json recorded(const SpawnInput &input) {
	const AgentProfile &profile = *input.profile;
	json result{ { "kind", "spawn" }, { "agent", input.agent.to_string() },
		{ "position", to_json(input.position) }, { "name", profile.self.name },
		{ "role", profile.self.role }, { "persona", profile.self.persona }, { "key", profile.key },
		{ "cli_backend", profile.cli_backend }, { "model", profile.model },
		{ "hearing_radius", profile.hearing_radius },
		{ "think_interval", profile.think_interval.count() }, { "seed", profile.seed },
		{ "moved_by_game", profile.moved_by_game }, { "metadata", profile.metadata } };
	if (input.restored_from) {
		result["restored_from"] = agent_state_name(*input.restored_from);
	}
	if (input.run != 0) {
		result["run"] = input.run;
	}
	for (const MessagePtr &message : input.remembered) {
		result["remembered"].push_back(recorded(message));
	}
	if (input.kept != nullptr) {
		result["kept"] = to_json(*input.kept);
	}
	return result;
}

json recorded(const TerminateInput &input) {
	return { { "kind", "terminate" }, { "agent", input.agent.to_string() },
		{ "reason", input.reason } };
}

json recorded(const SayInput &input) {
	return { { "kind", "say" }, { "from", input.from.to_string() },
		{ "from_name", input.from_name }, { "to", input.to.to_string() },
		{ "position", to_json(input.position) }, { "content", input.content } };
}

json recorded(const MoveInput &input) {
	return { { "kind", "move" }, { "agent", input.agent.to_string() },
		{ "target", to_json(input.target) }, { "request", input.request.number() } };
}

json recorded(const PositionInput &input) {
	return { { "kind", "position" }, { "agent", input.agent.to_string() },
		{ "position", to_json(input.position) } };
}

json recorded(const OwnerInput &input) {
	return { { "kind", "owner" }, { "agent", input.agent.to_string() },
		{ "moved_by_game", input.moved_by_game } };
}

json recorded(const CallOutcomeInput &input) {
	return { { "kind", "call_outcome" }, { "agent", input.agent.to_string() },
		{ "call", input.call.number() }, { "outcome", call_outcome_name(input.outcome) },
		{ "reason", input.reason } };
}

json recorded(const MindAnswerInput &input) {
	json result{ { "kind", "answer" }, { "agent", input.agent.to_string() },
		{ "thought", input.thought } };
	if (input.code != StatusCode::ok) {
		result["code"] = status_code_name(input.code);
		result["error"] = input.error;
	} else if (const SpeakAction *words = std::get_if<SpeakAction>(&input.action)) {
		result["speak"] = words->content;
		result["to"] = words->to.to_string();
	} else if (const MoveAction *move = std::get_if<MoveAction>(&input.action)) {
		result["move"] = to_json(move->target);
	}
	return result;
}

json recorded(const MemoryInput &input) {
	return to_json(input);
}

Input spawn_from(const json &from) {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self = { text_of(from, "name"), text_of(from, "role"), text_of(from, "persona") };
	profile->key = text_of(from, "key");
	profile->cli_backend = text_of(from, "cli_backend");
	profile->model = text_of(from, "model");
	profile->hearing_radius = number_of<float>(from, "hearing_radius");
	profile->think_interval = Micros{ number_of<std::int64_t>(from, "think_interval") };
	profile->seed = number_of<std::uint64_t>(from, "seed");
	profile->moved_by_game = flag_of(from, "moved_by_game");
	profile->metadata = text_of(from, "metadata");
	SpawnInput input{ agent_of(from, "agent"), std::move(profile), position_of(from, "position"),
		parse_agent_state(text_of(from, "restored_from")), {},
		number_of<std::uint64_t>(from, "run") };
	if (const auto lines = from.find("remembered"); lines != from.end()) {
		for (const json &line : *lines) {
			input.remembered.push_back(line_from(line));
		}
	}
	if (const auto kept = from.find("kept"); kept != from.end()) {
		input.kept = kept_lines_from(*kept);
	}
	return input;
}

Input answer_from(const json &from) {
	MindAnswerInput answer;
	answer.agent = agent_of(from, "agent");
	answer.thought = number_of<std::uint32_t>(from, "thought");
	if (from.contains("code")) {
		answer.code = parse_status_code(text_of(from, "code"));
		answer.error = text_of(from, "error");
	} else if (from.contains("speak")) {
		answer.action = SpeakAction{ text_of(from, "speak"), participant_of(from, "to") };
	} else if (from.contains("move")) {
		answer.action = MoveAction{ position_of(from, "move") };
	}
	return answer;
}

} // namespace

json input_to_json(const Input &input) {
	return std::visit([](const auto &value) { return recorded(value); }, input);
}

Result<Input> input_from_json(const json &from) {
	const std::string kind = from.is_object() ? text_of(from, "kind") : std::string();
	if (kind == "spawn") {
		return spawn_from(from);
	}
	if (kind == "terminate") {
		return Input(TerminateInput{ agent_of(from, "agent"), text_of(from, "reason") });
	}
	if (kind == "say") {
		return Input(SayInput{ participant_of(from, "from"), text_of(from, "from_name"),
				participant_of(from, "to"), position_of(from, "position"),
				text_of(from, "content") });
	}
	if (kind == "move") {
		return Input(MoveInput{ agent_of(from, "agent"), position_of(from, "target"),
				RequestId(number_of<std::uint64_t>(from, "request")) });
	}
	if (kind == "position") {
		return Input(PositionInput{ agent_of(from, "agent"), position_of(from, "position") });
	}
	if (kind == "owner") {
		return Input(OwnerInput{ agent_of(from, "agent"), flag_of(from, "moved_by_game") });
	}
	if (kind == "call_outcome") {
		return Input(CallOutcomeInput{ agent_of(from, "agent"),
				CallId(number_of<std::uint32_t>(from, "call")),
				parse_call_outcome(text_of(from, "outcome")).value_or(CallOutcome::unanswered),
				text_of(from, "reason") });
	}
	if (kind == "memory") {
		return Input(memory_input_from(from));
	}
	if (kind == "answer") {
		return answer_from(from);
	}
	return Status(StatusCode::corrupt, "a recorded input has the unknown kind \"" + kind + "\"");
}

} // namespace agent_runtime
