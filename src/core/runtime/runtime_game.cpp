#include "core/mind/decision.h"
#include "core/runtime/runtime.h"

// What the game lets its agents do and use, and how its calls are answered.

namespace agent_runtime {

namespace {

Status remove_from(ActionTable &table, const std::string &what, const std::string &name) {
	return table.remove(name)
			? Status()
			: Status(StatusCode::not_found, "there is no " + what + " \"" + name + "\"");
}

bool has(const ActionTablePtr &table, const std::string &name) {
	return table != nullptr && table->find(name) != nullptr;
}

std::string in_words(CallKind kind) {
	switch (kind) {
		case CallKind::walk:
			return "a walk";
		case CallKind::action:
			return "an action";
		case CallKind::context:
			return "what an agent perceives";
		case CallKind::tool:
			return "the use of a tool";
		case CallKind::mind:
			break;
	}
	return "a thought";
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
	const nlohmann::json message = to_message(answer);
	if (Status status = validate(message, From::outside); !status.ok()) {
		return status;
	}
	if (const CallKind asked = calls_.kind_of(answer.call).value_or(answer.kind);
			asked != answer.kind) {
		return Status(StatusCode::failed_precondition,
				"call_id: " + answer.call.to_string() + " asks for " + in_words(asked) +
						", and this is an answer for " + in_words(answer.kind) +
						"; answer it as what it is");
	}
	const Result<CallBook::Open> open = calls_.close(answer.call);
	if (!open.ok()) {
		// The answer may cross with the news that the walk is over.
		const bool crosses = answer.kind == CallKind::walk && calls_.is_untold(answer.call);
		return crosses ? Status() : open.status();
	}
	const bool told = answer.outcome != CallOutcome::failed || !answer.reason.empty();
	CallOutcomeInput outcome{ open.value().agent, answer.call, answer.outcome,
		told ? answer.reason : std::string(usual_reason(answer.kind)), answer.result };
	if (answer.kind == CallKind::mind) {
		models_->game_answered(std::move(outcome));
	} else {
		post(std::move(outcome));
	}
	return Status();
}

Status Runtime::change_table(ActionTablePtr GameInput::*which, const ChangeTable &change) {
	const Lock lock(game_mutex_);
	const ActionTablePtr &before = game_.*which;
	std::shared_ptr<ActionTable> table =
			std::make_shared<ActionTable>(before != nullptr ? *before : ActionTable());
	Status status = change(game_, *table);
	if (status.ok()) {
		game_.*which = table->all().empty() ? nullptr : std::move(table);
		post(game_);
	}
	return status;
}

Status Runtime::register_action(
		const std::string &name, const std::string &description, const nlohmann::json &schema) {
	return change_table(&GameInput::actions, [&](const GameInput &game, ActionTable &actions) {
		if (is_built_in_action(name)) {
			return taken(name, "what every agent can do");
		}
		return has(game.tools, name) ? taken(name, "a tool")
									 : actions.add(name, { description, schema });
	});
}

Status Runtime::unregister_action(const std::string &name) {
	return change_table(&GameInput::actions, [&](const GameInput &, ActionTable &actions) {
		return remove_from(actions, "action", name);
	});
}

Status Runtime::register_tool(
		const std::string &name, const std::string &description, const nlohmann::json &schema) {
	return change_table(&GameInput::tools, [&](const GameInput &game, ActionTable &tools) {
		if (is_built_in_action(name)) {
			return taken(name, "what every agent can do");
		}
		return has(game.actions, name) ? taken(name, "an action")
									   : tools.add(name, { description, schema });
	});
}

Status Runtime::unregister_tool(const std::string &name) {
	return change_table(&GameInput::tools, [&](const GameInput &, ActionTable &tools) {
		return remove_from(tools, "tool", name);
	});
}

void Runtime::set_gives_context(bool gives_context) {
	const Lock lock(game_mutex_);
	game_.gives_context = gives_context;
	post(game_);
}

} // namespace agent_runtime
