#include "core/agents/game_calls.h"

#include "core/agents/agent_thinking.h"
#include "core/agents/agent_tools.h"

#include <string>
#include <utility>

namespace agent_runtime {

void GameCalls::give_up(CallId call) {
	if (!call.is_none()) {
		step_.output().given_up.push_back(call);
	}
}

void GameCalls::put_out(GameCall call) {
	call.trace = step_.trace();
	step_.output().calls.push_back(std::move(call));
}

void GameCalls::offer(const GameInput &input) {
	gives_context_ = input.gives_context;
	offers_.set({}, { input.actions, input.tools });
}

void GameCalls::offer(const OfferInput &input) {
	const bool is_gone = input.scope.is_for_agent() && !agents_.contains(input.scope.agent);
	if (!is_gone) {
		offers_.set(input.scope, input.tables);
	}
}

ActionTablePtr GameCalls::choices(OfferKind kind, const Agent &agent) const {
	return offers_.choices(kind, agent.id, agent.profile->subscription().groups);
}

void GameCalls::put_out(OfferKind kind, const Agent &agent, GameCall call) {
	if (std::optional<Offers::Found> found = offers_.find(
				kind, agent.id, agent.profile->subscription().groups, call.action)) {
		call.offered_to = std::move(found->scope);
		call.deadline = found->deadline;
		call.is_native = found->is_native;
	}
	put_out(std::move(call));
}

void GameCalls::forget(const Agent &agent) {
	give_up_action(agent);
	offers_.forget(agent.id);
}

void GameCalls::ask(Agent &agent, const GameWish &wish) {
	Engagement &engagement = agent.engage();
	engagement.action = next();
	engagement.action_name = wish.name;
	engagement.action_trace = step_.trace();
	put_out(OfferKind::action, agent,
			{ engagement.action, agent.id, CallKind::action, {}, wish.name, wish.arguments });
}

void GameCalls::ask(Agent &agent, const ContextWish &) {
	Engagement &engagement = agent.engage();
	engagement.context = next();
	put_out({ engagement.context, agent.id, CallKind::context, {}, {}, {} });
}

void GameCalls::ask(Agent &agent, const ToolsWish &) {
	for (WantedTool &use : agent.engage().tools) {
		if (use.call.is_none() && use.result.result.empty()) {
			use.call = next();
			put_out(OfferKind::tool, agent,
					{ use.call, agent.id, CallKind::tool, {}, use.result.call.name,
							use.result.call.arguments });
		}
	}
}

bool GameCalls::end(Agent &agent, const CallOutcomeInput &outcome) {
	Engagement *const engagement = agent.engagement.get();
	if (engagement == nullptr) {
		return false;
	}
	const bool is_action = engagement->action == outcome.call;
	const TraceScope scope(step_, is_action ? engagement->action_trace : agent.trace);
	if (is_action) {
		end_action(agent, outcome);
		return true;
	}
	if (engagement->context == outcome.call) {
		engagement->context = CallId();
		acting_.act(agent, [&](AgentStep &step) { thinking::context_came(step, outcome.result); });
		return true;
	}
	return end_tool(agent, outcome);
}

void GameCalls::end_action(Agent &agent, const CallOutcomeInput &outcome) {
	const std::string name = std::exchange(agent.engagement->action_name, "");
	agent.engagement->action = CallId();
	agent.disengage_if_free();
	step_.touch(agent.id);
	if (outcome.outcome != CallOutcome::done) {
		const bool silent = outcome.outcome == CallOutcome::unanswered;
		step_.emit(agent.id,
				ActionPerformed{ name, false,
						silent ? "the game has not answered in time" : outcome.reason });
		return;
	}
	step_.emit(agent.id, ActionPerformed{ name, true, outcome.result });
	speech_.remember_deed(
			agent, "(" + name + (outcome.result.empty() ? "" : ": " + outcome.result) + ")");
}

// False when the call is not for a tool.
bool GameCalls::end_tool(Agent &agent, const CallOutcomeInput &outcome) {
	std::vector<WantedTool> &tools = agent.engagement->tools;
	const auto found = std::find_if(tools.begin(), tools.end(),
			[&](const WantedTool &use) { return use.call == outcome.call; });
	if (found == tools.end()) {
		return false;
	}
	found->call = CallId();
	found->result.ok = outcome.outcome == CallOutcome::done;
	found->result.result = found->result.ok ? (outcome.result.empty() ? "null" : outcome.result)
			: outcome.outcome == CallOutcome::unanswered ? "the tool has not answered in time"
														 : outcome.reason;
	step_.emit(agent.id, ToolUsed{ found->result });
	const bool all_done = std::all_of(
			tools.begin(), tools.end(), [](const WantedTool &use) { return use.call.is_none(); });
	if (all_done && agent.state == AgentState::thinking) {
		acting_.act(agent, [](AgentStep &step) { tools::used(step); });
	}
	step_.touch(agent.id);
	return true;
}

void GameCalls::report_slow(const CallSlowInput &input) {
	const Agent *const agent = agents_.find(input.agent);
	if (agent == nullptr) {
		return;
	}
	const Engagement *const engagement = agent->engagement.get();
	TraceId trace = agent->trace;
	std::string what;
	std::string native; // the tool of the runtime itself, if it is one
	if (agent->walk().call == input.call) {
		what = "walk it to its target";
		trace = agent->walk().trace;
	} else if (engagement != nullptr && engagement->action == input.call) {
		what = "do " + engagement->action_name;
		trace = engagement->action_trace;
	} else if (const WantedTool *const use =
					   engagement != nullptr ? engagement->find(input.call) : nullptr) {
		what = "use the tool " + use->result.call.name;
		const std::optional<Offers::Found> found = offers_.find(OfferKind::tool, agent->id,
				agent->profile->subscription().groups, use->result.call.name);
		native = found && found->is_native ? use->result.call.name : "";
	} else {
		return;
	}
	const TraceScope scope(step_, trace);
	step_.emit(agent->id,
			AgentStuck{ agent->state, input.waited,
					native.empty() ? "the game has not answered " + input.call.to_string() +
									", which asks it to " + what
								   : "the tool " + native + " has not answered yet" });
}

void GameCalls::give_up_thought(Agent &agent) {
	Engagement *const engagement = agent.engagement.get();
	if (engagement == nullptr) {
		return;
	}
	give_up(std::exchange(engagement->context, CallId()));
	for (const WantedTool &use : std::exchange(engagement->tools, {})) {
		give_up(use.call);
	}
	agent.disengage_if_free();
}

void GameCalls::give_up_action(const Agent &agent) {
	const Engagement *const engagement = agent.engagement.get();
	if (engagement != nullptr && !engagement->action.is_none()) {
		const TraceScope scope(step_, engagement->action_trace);
		give_up(engagement->action);
		step_.emit(agent.id,
				ActionPerformed{ engagement->action_name, false, "its agent is no longer there" });
	}
}

} // namespace agent_runtime
