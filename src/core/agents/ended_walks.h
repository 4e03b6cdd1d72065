#pragma once

#include "core/agents/population.h"
#include "core/base/status.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace agent_runtime {

// Walks that have ended, until whoever requested them is told how:
//  - never during the call that requests the walk;
//  - before the agent's next walk begins, even when that walk is what ends this one.
// So whoever waits for a walk first requests it and then begins to wait.
// Owned by the step engine. Thread rule: sim thread only.
class EndedWalks {
public:
	using Hear = std::function<void(Agent &agent, const Status &status)>;

	// `agents` must outlive this. Calls `hear` once for each walk of an agent that is still alive
	// then.
	EndedWalks(Population &agents, Hear hear) :
			agents_(agents),
			hear_(std::move(hear)) {}

	void add(Agent &agent, const Status &status);
	// Only those of one agent.
	void deliver(Agent &agent);
	// All that there are now. Those that end meanwhile are for the next step.
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
	std::vector<Ended> ended_; // in the order in which they ended
};

} // namespace agent_runtime
