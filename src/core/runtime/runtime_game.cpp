#include "core/mind/decision.h"
#include "core/runtime/runtime.h"

#include <string_view>

// What the game lets its agents do and use, and how its calls are answered.

namespace agent_runtime {

namespace {

// How the answers to calls of one kind are called in the vocabulary.
struct AnswerNames {
	std::string_view done;
	std::string_view failed; // none: such a call does not fail
	std::string_view result = {}; // the field that holds what came of it, as JSON; none: nothing
	std::string_view default_reason = "the game gave no reason";
};

AnswerNames names_of(CallKind kind) {
	switch (kind) {
		case CallKind::walk:
			return { "walk_arrived", "walk_blocked", "", "the way is blocked" };
		case CallKind::action:
			return { "action_completed", "action_failed", "result" };
		case CallKind::tool:
			return { "tool_completed", "tool_failed", "result" };
		case CallKind::mind:
			return { "thought_answered", "thought_failed", "result" };
		case CallKind::context:
			break;
	}
	return { "context_given", "context_given" };
}

// As the vocabulary has it, against which it is checked.
nlohmann::json message_of(const CallAnswer &answer) {
	const AnswerNames names = names_of(answer.kind);
	nlohmann::json message{ { "call_id",
			answer.call.is_none() ? "none" : answer.call.to_string() } };
	if (answer.kind == CallKind::context) {
		message["type"] = names.done;
		message["context"] = answer.result;
		return message;
	}
	if (answer.outcome == CallOutcome::failed) {
		message["type"] = names.failed;
		message["reason"] = answer.reason;
		return message;
	}
	message["type"] = names.done;
	if (!names.result.empty()) {
		nlohmann::json result = nlohmann::json::parse(answer.result, nullptr, false);
		if (!result.is_discarded()) {
			message["result"] = std::move(result);
		}
	}
	return message;
}

Status remove_from(ActionTable &table, const std::string &what, const std::string &name) {
	return table.remove(name)
			? Status()
			: Status(StatusCode::not_found, "there is no " + what + " \"" + name + "\"");
}

bool has(const ActionTablePtr &table, const std::string &name) {
	return table != nullptr && table->find(name) != nullptr;
}

Status taken(const std::string &name, const char *by) {
	return Status(StatusCode::already_exists,
			"name: \"" + name + "\" is taken by " + by +
					"; minds choose by name, so take another one");
}

} // namespace

Micros Runtime::time_for(CallKind kind) const {
	switch (kind) {
		case CallKind::walk:
			return options_.settings.walk_deadline;
		case CallKind::action:
			return options_.settings.action_deadline;
		case CallKind::context:
			return options_.settings.context_deadline;
		case CallKind::tool:
			return options_.settings.tool_deadline;
		case CallKind::mind:
			break;
	}
	return options_.minds.of(MindKind::game).timeouts.total;
}

Status Runtime::answer_call(const CallAnswer &answer) {
	const nlohmann::json message = message_of(answer);
	if (Status status = validate(message, From::outside); !status.ok()) {
		return status;
	}
	if (calls_.kind_of(answer.call).value_or(answer.kind) != answer.kind) {
		return Status(StatusCode::failed_precondition,
				answer.call.to_string() +
						" was a call of another kind: walks end with walk_arrived or walk_blocked, "
						"actions with action_completed or action_failed, tools with tool_completed "
						"or tool_failed, thoughts with thought_answered or thought_failed, and a "
						"question for context with context_given");
	}
	const Result<CallBook::Open> open = calls_.close(answer.call);
	if (!open.ok()) {
		return open.status();
	}
	const bool told = answer.outcome != CallOutcome::failed || !answer.reason.empty();
	CallOutcomeInput outcome{ open.value().agent, answer.call, answer.outcome,
		told ? answer.reason : std::string(names_of(answer.kind).default_reason), answer.result };
	if (answer.kind == CallKind::mind) {
		thought_came(std::move(outcome));
	} else {
		post(std::move(outcome));
	}
	return Status();
}

Status Runtime::change_table(
		ActionTablePtr GameInput::*which, const std::function<Status(ActionTable &)> &change) {
	const std::lock_guard lock(game_mutex_);
	const ActionTablePtr &before = game_.*which;
	std::shared_ptr<ActionTable> table =
			std::make_shared<ActionTable>(before != nullptr ? *before : ActionTable());
	Status status = change(*table);
	if (status.ok()) {
		game_.*which = table->all().empty() ? nullptr : std::move(table);
		post(game_);
	}
	return status;
}

Status Runtime::register_action(
		const std::string &name, const std::string &description, const nlohmann::json &schema) {
	return change_table(&GameInput::actions, [&](ActionTable &actions) {
		if (is_built_in_action(name)) {
			return taken(name, "what every agent can do");
		}
		return has(game_.tools, name) ? taken(name, "a tool")
									  : actions.add(name, { description, schema });
	});
}

Status Runtime::unregister_action(const std::string &name) {
	return change_table(&GameInput::actions,
			[&](ActionTable &actions) { return remove_from(actions, "action", name); });
}

Status Runtime::register_tool(
		const std::string &name, const std::string &description, const nlohmann::json &schema) {
	return change_table(&GameInput::tools, [&](ActionTable &tools) {
		if (is_built_in_action(name)) {
			return taken(name, "what every agent can do");
		}
		return has(game_.actions, name) ? taken(name, "an action")
										: tools.add(name, { description, schema });
	});
}

Status Runtime::unregister_tool(const std::string &name) {
	return change_table(&GameInput::tools,
			[&](ActionTable &tools) { return remove_from(tools, "tool", name); });
}

void Runtime::set_gives_context(bool gives_context) {
	const std::lock_guard lock(game_mutex_);
	game_.gives_context = gives_context;
	post(game_);
}

} // namespace agent_runtime
