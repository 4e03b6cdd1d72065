#pragma once

#include "core/agents/population.h"
#include "core/base/status.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace agent_runtime {

// Walks that have ended, until whoever wanted the agent there hears how:
//  - never while the call that asks for the walk is still running;
//  - before the agent's next walk begins, also when it is the next one that ends it.
// So who waits for a walk asks for it first, and then begins to wait.
// Owned by the step engine. Thread rule: sim thread only.
class EndedWalks {
public:
	using Hear = std::function<void(Agent &agent, const Status &status)>;

	// Outlives this. `hear` is called once for each walk of an agent that still lives then.
	EndedWalks(Population &agents, Hear hear) :
			agents_(agents),
			hear_(std::move(hear)) {}

	void add(Agent &agent, const Status &status);
	// Those of one agent.
	void deliver(Agent &agent);
	// All that there are; those that end meanwhile are for the next step.
	void deliver_all();
	bool empty() const { return ended_.empty(); }

private:
	struct Ended {
		AgentId agent;
		Status status;
		bool is_delivered = false;
	};

	void deliver(Agent &agent, std::size_t index);

	Population &agents_;
	const Hear hear_;
	std::vector<Ended> ended_; // in the order of their ends
};

} // namespace agent_runtime
