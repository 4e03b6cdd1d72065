#include "core/agents/simulation.h"

#include "core/agents/agent_thinking.h"
#include "core/agents/agent_tools.h"

#include <algorithm>
#include <string>
#include <utility>

// What the game is asked for, and how that ends: walks, actions, and what agents perceive.

namespace agent_runtime {

void Simulation::carry_out(Agent &agent, const GameWish &wish) {
	Engagement &engagement = agent.engage();
	engagement.action = CallId(++newest_call_);
	engagement.action_name = wish.name;
	output_->calls.push_back(
			{ engagement.action, agent.id, CallKind::action, {}, wish.name, wish.arguments });
}

void Simulation::end_action(Agent &agent, const CallOutcomeInput &outcome) {
	const std::string name = std::exchange(agent.engagement->action_name, "");
	agent.engagement->action = CallId();
	agent.disengage_if_free();
	touched_.push_back(agent.id);
	if (outcome.outcome != CallOutcome::done) {
		const bool silent = outcome.outcome == CallOutcome::unanswered;
		output_->events.push_back(event_of(agent.id,
				ActionPerformed{ name, false,
						silent ? "the game has not answered in time" : outcome.reason }));
		return;
	}
	output_->events.push_back(event_of(agent.id, ActionPerformed{ name, true, outcome.result }));
	std::shared_ptr<Message> memory = std::make_shared<Message>();
	memory->from = agent.id;
	memory->from_name = agent.profile->self.name;
	memory->content = "(" + name + (outcome.result.empty() ? "" : ": " + outcome.result) + ")";
	memory->time = time_;
	agent.remember(memory);
	output_->conversations.push_back({ agent.id, memory });
}

void Simulation::carry_out(Agent &agent, const ContextWish &) {
	Engagement &engagement = agent.engage();
	engagement.context = CallId(++newest_call_);
	output_->calls.push_back({ engagement.context, agent.id, CallKind::context, {}, {}, {} });
}

void Simulation::carry_out(Agent &agent, const ToolsWish &) {
	for (ToolUse &use : agent.engage().tools) {
		if (use.call.is_none() && use.result.result.empty()) {
			use.call = CallId(++newest_call_);
			output_->calls.push_back({ use.call, agent.id, CallKind::tool, {}, use.result.call.name,
					use.result.call.arguments });
		}
	}
}

// False when the call is none of a tool's.
bool Simulation::end_tool(Agent &agent, const CallOutcomeInput &outcome) {
	std::vector<ToolUse> &tools = agent.engagement->tools;
	const auto found = std::find_if(tools.begin(), tools.end(),
			[&](const ToolUse &use) { return use.call == outcome.call; });
	if (found == tools.end()) {
		return false;
	}
	found->call = CallId();
	found->result.ok = outcome.outcome == CallOutcome::done;
	found->result.result = found->result.ok ? (outcome.result.empty() ? "null" : outcome.result)
			: outcome.outcome == CallOutcome::unanswered ? "the tool has not answered in time"
														 : outcome.reason;
	output_->events.push_back(event_of(agent.id, ToolUsed{ found->result }));
	const bool all_done = std::all_of(
			tools.begin(), tools.end(), [](const ToolUse &use) { return use.call.is_none(); });
	if (all_done && agent.state == AgentState::thinking) {
		act(agent, [](AgentStep &step) { tools::used(step); });
	}
	touched_.push_back(agent.id);
	return true;
}

void Simulation::apply(CallOutcomeInput &input) {
	Agent *agent = living(input.agent);
	if (agent == nullptr || input.call.is_none()) {
		return;
	}
	Engagement *engagement = agent->engagement.get();
	if (engagement != nullptr && engagement->action == input.call) {
		end_action(*agent, input);
		return;
	}
	if (engagement != nullptr && engagement->context == input.call) {
		engagement->context = CallId();
		act(*agent, [&](AgentStep &step) { thinking::context_came(step, input.result); });
		return;
	}
	if (engagement != nullptr && end_tool(*agent, input)) {
		return;
	}
	if (agent->walk().call == input.call) {
		end_walk(*agent, input);
	}
}

void Simulation::end_walk(Agent &agent, const CallOutcomeInput &outcome) {
	agent.travels->walk.call = CallId(); // it needs no giving up
	if (outcome.outcome == CallOutcome::done) {
		put(agent, agent.walk().order.target);
		arrive(agent);
		return;
	}
	const bool silent = outcome.outcome == CallOutcome::unanswered;
	const std::string reason = silent ? "the game has not answered in time" : outcome.reason;
	if (silent) {
		output_->cancelled_walks.push_back({ outcome.call, agent.id, reason, true });
	}
	output_->events.push_back(event_of(agent.id, TransitionRefused{ agent.state, "move", reason }));
	block_walk(agent,
			Status(silent ? StatusCode::deadline_exceeded : StatusCode::failed_precondition,
					reason));
}

void Simulation::apply(CallSlowInput &input) {
	const Agent *agent = living(input.agent);
	if (agent == nullptr) {
		return;
	}
	const Engagement *engagement = agent->engagement.get();
	std::string what;
	if (agent->walk().call == input.call) {
		what = "walk it to its target";
	} else if (engagement != nullptr && engagement->action == input.call) {
		what = "do " + engagement->action_name;
	} else if (const ToolUse *use =
					   engagement != nullptr ? engagement->find(input.call) : nullptr) {
		what = "use the tool " + use->result.call.name;
	} else {
		return;
	}
	output_->events.push_back(event_of(agent->id,
			AgentStuck{ agent->state, input.waited,
					"the game has not answered " + input.call.to_string() + ", which asks it to " +
							what }));
}

// Of an agent that goes.
void Simulation::give_up_calls(Agent &agent) {
	const Engagement *engagement = agent.engagement.get();
	if (engagement != nullptr && !engagement->action.is_none()) {
		output_->given_up.push_back(engagement->action);
		output_->events.push_back(event_of(agent.id,
				ActionPerformed{ engagement->action_name, false, "its agent is no longer there" }));
	}
}

} // namespace agent_runtime
