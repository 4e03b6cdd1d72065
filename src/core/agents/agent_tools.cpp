#include "core/agents/agent_logic.h"
#include "core/base/counted.h"

#include <algorithm>
#include <utility>

// The tools that a mind uses before it decides: which of them are used at all, and what then.

namespace agent_runtime {

namespace {

// Whatever the order of their keys and the blanks between them.
bool is_same(const ToolCall &one, const ToolCall &other) {
	if (one.name != other.name || one.arguments == other.arguments) {
		return one.name == other.name;
	}
	const nlohmann::json arguments = nlohmann::json::parse(one.arguments, nullptr, false);
	return !arguments.is_discarded() &&
			arguments == nlohmann::json::parse(other.arguments, nullptr, false);
}

std::string names_of(const ActionTable &table) {
	std::string names;
	for (const auto &[name, info] : table.all()) {
		names += (names.empty() ? "" : ", ") + name;
	}
	return names;
}

} // namespace

std::string AgentLogic::find_problem(const Agent &, const UseToolsAction &action) const {
	if (action.calls.empty() || action.calls.size() > settings_.tools_at_once) {
		return "between 1 and " + std::to_string(settings_.tools_at_once) +
				" tools can be used at once, not " + std::to_string(action.calls.size());
	}
	return {};
}

// Why this tool is not used, in words that the mind can act upon; empty when it is.
std::string AgentLogic::find_tool_problem(const ToolCall &call) const {
	const ActionTable *const tools = view_.tools();
	if (tools == nullptr) {
		return "there are no tools here; decide without";
	}
	if (tools->find(call.name) == nullptr) {
		return "there is no tool \"" + call.name + "\"; there are: " + names_of(*tools);
	}
	return tools->find_problem(call.name, call.arguments).value_or("");
}

void AgentLogic::perform(
		Agent &agent, const UseToolsAction &action, SimTime now, Outbox &out) const {
	Engagement &engagement = agent.engage();
	if (++engagement.tool_rounds > settings_.tool_rounds) {
		fail(agent, MindFailure::tool_loop,
				"its mind has used tools " + counted(settings_.tool_rounds, "time") +
						" without coming to a decision",
				now, out);
		return;
	}
	const std::size_t before = engagement.tools.size();
	for (const ToolCall &call : action.calls) {
		const auto earlier = std::find_if(engagement.tools.begin(), engagement.tools.end(),
				[&](const ToolUse &use) { return is_same(use.result.call, call); });
		if (earlier == engagement.tools.end()) {
			engagement.tools.push_back({ { call, false, find_tool_problem(call) }, {}, false });
			continue;
		}
		if (std::exchange(earlier->is_repeated, true)) {
			fail(agent, MindFailure::tool_loop,
					"its mind goes on asking for " + call.name + " with the same arguments", now,
					out);
			return;
		}
		engagement.tools.push_back(
				{ { call, false,
						  "you have asked for exactly this before, and have its "
						  "outcome; use that, ask for something else, or decide" },
						{}, false });
	}
	const bool all_refused = std::all_of(
			engagement.tools.begin() + static_cast<std::ptrdiff_t>(before), engagement.tools.end(),
			[](const ToolUse &use) { return !use.result.result.empty(); });
	if (all_refused) {
		tools_used(agent, now, out);
	} else {
		out.wishes.push_back({ agent.id, ToolsWish{} });
	}
}

void AgentLogic::tools_used(Agent &agent, SimTime now, Outbox &out) const {
	const ThoughtBudget &budget = agent.profile->budget;
	if (!has_budget_left(agent)) {
		const bool in_all = budget.thoughts != 0 && agent.thoughts >= budget.thoughts;
		fail(agent, in_all ? MindFailure::budget_exhausted : MindFailure::rate_limited,
				in_all ? "its budget of thoughts was spent on tools before it came to a decision"
					   : "its thoughts of this minute were spent on tools before it came to a "
						 "decision",
				now, out);
		return;
	}
	ask(agent, describe(agent), now, out);
}

} // namespace agent_runtime
