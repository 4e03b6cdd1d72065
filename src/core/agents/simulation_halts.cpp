#include "core/agents/simulation.h"

// Who speaks stands still, wherever it was going: on a map on the next tile.

namespace agent_runtime {

// A stroll is over when its agent speaks, or somebody speaks with it. Any other walk is halted when
// its agent speaks, until it is idle: it is the same walk afterwards, with one outcome in the end.
// Who only listens or thinks goes on walking.
void Simulation::halt_and_resume_walks() {
	for (std::size_t i = 0, count = touched_.size(); i < count; i++) {
		Agent *agent = living(touched_[i]);
		if (agent == nullptr) {
			continue;
		}
		const bool speaks = agent->state == AgentState::speaking;
		const bool listens = agent->state == AgentState::listening;
		if (!agent->walk().is_going) {
			if (speaks && walkers_.is_on_its_way(agent->id)) {
				stand_still(*agent); // it makes way for somebody
			}
		} else if (agent->travels->idle_life.is_strolling && (speaks || listens)) {
			stop_walk(*agent, Status(StatusCode::cancelled, "somebody speaks with the agent"));
		} else if (speaks && !agent->walk().is_halted) {
			halt_walk(*agent);
		} else if (agent->state == AgentState::idle && agent->walk().is_halted) {
			agent->travels->walk.is_halted = false;
			set_out(*agent);
		}
	}
}

void Simulation::halt_walk(Agent &agent) {
	agent.travels->walk.is_halted = true;
	stand_still(agent);
	give_up_walk(agent,
			"the agent speaks, and stands still meanwhile; the rest of the walk is asked for when "
			"it is idle");
}

void Simulation::stand_still(Agent &agent) {
	if (is_on_map(agent)) {
		walkers_.stop(agent.id);
	}
	if (!walkers_.is_on_its_way(agent.id)) {
		settle(agent); // otherwise on the next tile
	}
}

} // namespace agent_runtime
