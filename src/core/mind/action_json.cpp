#include "core/mind/action_json.h"

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr char ACTIONS[] =
		"wait, speak, move, collaborate, answer_invitation, complete_task, action, use_tools";

json written(const WaitAction &) {
	return { { "action", "wait" } };
}

json written(const SpeakAction &action) {
	json result{ { "action", "speak" }, { "content", action.content } };
	if (!action.to.is_none()) {
		result["to"] = action.to.to_string();
	}
	return result;
}

json written(const MoveAction &action) {
	return { { "action", "move" }, { "x", action.target.x }, { "y", action.target.y } };
}

json written(const CollaborateAction &action) {
	return { { "action", "collaborate" }, { "with", action.with.to_string() },
		{ "subject", action.subject }, { "kind", action.on_task ? "task" : "talk" } };
}

json written(const AnswerInvitationAction &action) {
	return { { "action", "answer_invitation" }, { "accept", action.accept },
		{ "reason", action.reason } };
}

json written(const CompleteTaskAction &action) {
	return { { "action", "complete_task" }, { "failed", action.failed },
		{ "result", action.result } };
}

json written(const GameAction &action) {
	return { { "action", "action" }, { "name", action.name }, { "arguments", action.arguments } };
}

json written(const UseToolsAction &action) {
	json calls = json::array();
	for (const ToolCall &call : action.calls) {
		calls.push_back(
				{ { "id", call.id }, { "name", call.name }, { "arguments", call.arguments } });
	}
	return { { "action", "use_tools" }, { "calls", std::move(calls) } };
}

Status wrong(const std::string &what) {
	return Status(StatusCode::invalid_argument, what);
}

std::string text_in(const json &from, const char *field) {
	const auto found = from.find(field);
	return found != from.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool flag_in(const json &from, const char *field) {
	const auto found = from.find(field);
	return found != from.end() && found->is_boolean() && found->get<bool>();
}

Result<MindAction> read_speech(const json &from) {
	const std::string to = text_in(from, "to");
	const std::optional<ParticipantId> whom = ParticipantId::parse(to);
	if (!to.empty() && !whom) {
		return wrong("to: \"" + to + "\" is neither an agent nor a player");
	}
	return MindAction(SpeakAction{ text_in(from, "content"), whom.value_or(ParticipantId()) });
}

Result<MindAction> read_move(const json &from) {
	const auto x = from.find("x");
	const auto y = from.find("y");
	if (x == from.end() || y == from.end() || !x->is_number() || !y->is_number()) {
		return wrong("a move needs the numbers x and y");
	}
	return MindAction(MoveAction{ { x->get<float>(), y->get<float>() } });
}

Result<MindAction> read_collaboration(const json &from) {
	const std::optional<AgentId> with = AgentId::parse(text_in(from, "with"));
	if (!with) {
		return wrong("with: is not the id of an agent, such as agent_001");
	}
	return MindAction(
			CollaborateAction{ *with, text_in(from, "subject"), text_in(from, "kind") == "task" });
}

// A text stays as it is, since that is how arguments are recorded. If it is not JSON, that is
// reported later.
std::string arguments_in(const json &from) {
	const auto arguments = from.find("arguments");
	const json given = arguments != from.end() ? *arguments : json::object();
	return given.is_string() ? given.get<std::string>() : given.dump();
}

Result<MindAction> read_own_action(const json &from) {
	return MindAction(GameAction{ text_in(from, "name"), arguments_in(from) });
}

Result<MindAction> read_tool_use(const json &from) {
	const auto calls = from.find("calls");
	if (calls == from.end() || !calls->is_array() || calls->empty()) {
		return wrong("calls: is not a list of tools to use, each with a name and arguments");
	}
	UseToolsAction action;
	for (const json &call : *calls) {
		if (!call.is_object()) {
			return wrong("calls: holds what is not an object with a name and arguments");
		}
		std::string id = text_in(call, "id");
		if (id.empty()) {
			id = "call_" + std::to_string(action.calls.size() + 1);
		}
		action.calls.push_back({ std::move(id), text_in(call, "name"), arguments_in(call) });
	}
	return MindAction(std::move(action));
}

} // namespace

json action_to_json(const MindAction &action) {
	return std::visit([](const auto &value) { return written(value); }, action);
}

Result<MindAction> action_from_json(const json &from) {
	if (!from.is_object()) {
		return wrong("the answer is not a JSON object with a member \"action\"");
	}
	const std::string action = text_in(from, "action");
	if (action == "wait") {
		return MindAction(WaitAction{});
	}
	if (action == "speak") {
		return read_speech(from);
	}
	if (action == "move") {
		return read_move(from);
	}
	if (action == "collaborate") {
		return read_collaboration(from);
	}
	if (action == "answer_invitation") {
		return MindAction(
				AnswerInvitationAction{ flag_in(from, "accept"), text_in(from, "reason") });
	}
	if (action == "complete_task") {
		return MindAction(CompleteTaskAction{ flag_in(from, "failed"), text_in(from, "result") });
	}
	if (action == "action") {
		return read_own_action(from);
	}
	if (action == "use_tools") {
		return read_tool_use(from);
	}
	return wrong("action: \"" + action + "\" is none of " + ACTIONS);
}

} // namespace agent_runtime
