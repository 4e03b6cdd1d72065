#include "core/agents/agent_tools.h"

#include "core/agents/agent_thinking.h"
#include "core/base/counted.h"

#include <algorithm>
#include <utility>

namespace agent_runtime::tools {

namespace {

// Ignores the order of their keys, and blanks.
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

// Why this tool is not used, in words that the mind can act upon; empty when it is used.
std::string problem_with_call(const ActionTable *tools, const ToolCall &call) {
	if (tools == nullptr) {
		return "there are no tools here; decide without";
	}
	if (tools->find(call.name) == nullptr) {
		return "there is no tool \"" + call.name + "\"; there are: " + names_of(*tools);
	}
	return tools->find_problem(call.name, call.arguments).value_or("");
}

} // namespace

std::string find_problem(AgentStep &step, const UseToolsAction &action) {
	const std::size_t most = step.settings().tools_at_once;
	if (action.calls.empty() || action.calls.size() > most) {
		return "between 1 and " + std::to_string(most) + " tools can be used at once, not " +
				std::to_string(action.calls.size());
	}
	return {};
}

void use(AgentStep &step, const UseToolsAction &action) {
	Engagement &engagement = step.agent().engage();
	if (++engagement.tool_rounds > step.settings().tool_rounds) {
		thinking::fail(step, MindFailure::tool_loop,
				"its mind has used tools " + counted(step.settings().tool_rounds, "time") +
						" without coming to a decision");
		return;
	}
	const std::size_t before = engagement.tools.size();
	const ActionTablePtr tools = step.view().choices(OfferKind::tool, step.agent());
	for (const ToolCall &call : action.calls) {
		const auto earlier = std::find_if(engagement.tools.begin(), engagement.tools.end(),
				[&](const WantedTool &use) { return is_same(use.result.call, call); });
		if (earlier == engagement.tools.end()) {
			engagement.tools.push_back(
					{ { call, false, problem_with_call(tools.get(), call) }, {}, false });
			continue;
		}
		if (std::exchange(earlier->is_repeated, true)) {
			thinking::fail(step, MindFailure::tool_loop,
					"its mind goes on asking for " + call.name + " with the same arguments");
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
			[](const WantedTool &use) { return !use.result.result.empty(); });
	if (all_refused) {
		used(step);
	} else {
		step.wish(ToolsWish{});
	}
}

void used(AgentStep &step) {
	const Agent &agent = step.agent();
	const ThoughtBudget &budget = agent.profile->budget;
	if (!thinking::has_budget_left(agent)) {
		const bool in_all = budget.thoughts != 0 && agent.thinking.asked >= budget.thoughts;
		thinking::fail(step, in_all ? MindFailure::budget_exhausted : MindFailure::rate_limited,
				in_all ? "its budget of thoughts was spent on tools before it came to a decision"
					   : "its thoughts of this minute were spent on tools before it came to a "
						 "decision");
		return;
	}
	thinking::ask(step);
}

} // namespace agent_runtime::tools
