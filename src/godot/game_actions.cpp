#include "godot/game_actions.h"

#include "core/base/field_problem.h"
#include "core/mind/decision.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <godot_cpp/variant/variant.hpp>

#include <algorithm>

using namespace godot;
using nlohmann::json;

namespace agent_runtime {

namespace {

constexpr int64_t CONTEXT_ARGUMENTS = 1; // agent

} // namespace

Status GameActions::set_context_provider(const Callable &p_callable) {
	Status callable = p_callable.is_null()
			? Status()
			: check_callable(p_callable, CONTEXT_ARGUMENTS, "agent_id: String");
	if (callable.ok()) {
		context_provider = p_callable;
	}
	return callable;
}

Status GameActions::check_free(const std::string &p_name, const GameFunctions &p_others) {
	const bool is_built_in = is_built_in_action(p_name);
	if (!is_built_in && !p_others.has(p_name)) {
		return Status();
	}
	return FieldProblem{ "name",
		is_built_in ? "is an action that every agent has already"
					: "is taken by a registered " + p_others.what(),
		"choose another, such as " + p_name + "_here" }
			.to_status();
}

void GameActions::forget_agent(AgentId p_agent) {
	const auto is_gone = [p_agent](AgentId agent) { return agent == p_agent; };
	own_actions.forget_agents(is_gone);
	own_tools.forget_agents(is_gone);
}

void GameActions::begin(const std::vector<AgentId> &p_there, bool p_keeps_ids) {
	const auto is_gone = [&](AgentId agent) {
		return !p_keeps_ids || std::find(p_there.begin(), p_there.end(), agent) == p_there.end();
	};
	own_actions.forget_agents(is_gone);
	own_tools.forget_agents(is_gone);
}

void GameActions::tell(Runtime &p_runtime) const {
	for (const auto &[scope, table] : own_actions.all()) {
		for (const auto &[name, action] : table.all()) {
			report_call("register_action", p_runtime.gifts().register_action(name, *action, scope));
		}
	}
	for (const auto &[scope, table] : own_tools.all()) {
		for (const auto &[name, tool] : table.all()) {
			report_call("register_tool", p_runtime.gifts().register_tool(name, *tool, scope));
		}
	}
	p_runtime.gifts().set_gives_context(!context_provider.is_null());
}

CallAnswer GameActions::give_context(const GameCall &p_call) const {
	const std::string what = "the context";
	const Callable callable = context_provider;
	if (const std::optional<std::string> problem = find_problem(callable)) {
		return failed_with(p_call, what, *problem);
	}
	const Variant context = callable.call(to_godot(p_call.agent.to_string()));
	if (coroutine_of(context) != nullptr) {
		return failed_with(p_call, what,
				"the context provider waits for something; let it return what it knows at once");
	}
	const bool is_text = context.get_type() == Variant::STRING;
	if (!is_text && context.get_type() != Variant::DICTIONARY) {
		return failed_with(
				p_call, what, "the context provider returned neither a String nor a Dictionary");
	}
	const Result<json> value = json_from(context, "context");
	if (!value.ok()) {
		return failed_with(p_call, what, value.status().message());
	}
	return { p_call.call, CallKind::context, CallOutcome::done, "",
		is_text ? value.value().get<std::string>() : value.value().dump() };
}

} // namespace agent_runtime
