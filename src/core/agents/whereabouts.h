#pragma once

// Where agents are, and what is published about it. While the game reports positions, they go out
// as values of the moment. An event states where the agent is when it has stood still for a while,
// has come far, or has arrived.
// Owned by the step engine. Thread rule: sim thread only; const members any thread while nothing
// changes it.

#include "core/agents/audience.h"
#include "core/agents/current_step.h"
#include "core/agents/hearers.h"
#include "core/agents/population.h"
#include "core/agents/timer_heap.h"
#include "core/world/neighbourhood.h"
#include "core/world/walkers.h"

#include <vector>

namespace agent_runtime {

class Whereabouts {
public:
	// All references must outlive this.
	Whereabouts(Population &agents, Neighbourhood &places, Walkers &walkers, Hearers &hearers,
			Audience &audience, CurrentStep &step) :
			agents_(agents),
			near_(places),
			walkers_(walkers),
			hearers_(hearers),
			audience_(audience),
			step_(step) {}

	void add(const Agent &agent);
	void remove(const Agent &agent);

	void put(Agent &agent, TilePosition position);
	// The same while it is on its way: its place is a value of the moment.
	void move(Agent &agent, TilePosition position);
	void turn(Agent &agent, Facing facing);
	// Emits the event that says where the agent is, unless that was published already.
	void tell_position(Agent &agent);
	// It stands still here.
	void settle(Agent &agent);
	// The game has put an agent there that it moves itself.
	void report(const PositionInput &input);

	SimTime next_due();
	void settle_who_is_due();

	// Whether somebody else stands there.
	bool is_taken(TilePosition place, AgentId by);

private:
	void drop_stale();

	Population &agents_;
	Neighbourhood &near_;
	Walkers &walkers_;
	Hearers &hearers_;
	Audience &audience_;
	CurrentStep &step_;
	TimerHeap settling_; // moving agents, by when they will have stood still for long enough
	std::vector<AgentId> candidates_; // scratch for the current call
};

} // namespace agent_runtime
