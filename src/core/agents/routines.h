#pragma once

// What agents that wander do when nobody needs them: they stroll about, look around, and sometimes
// go back to where they belong and rest. Everything is driven by timers, so an agent costs nothing
// in between.
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/current_step.h"
#include "core/agents/population.h"
#include "core/agents/timer_heap.h"
#include "core/agents/walks.h"
#include "core/agents/whereabouts.h"

#include <optional>

namespace agent_runtime {

class Routines {
public:
	// All references must outlive this.
	Routines(const AgentSettings &settings, Population &agents, const Walkers &walkers,
			Whereabouts &places, Walks &walks, CurrentStep &step) :
			settings_(settings),
			agents_(agents),
			walkers_(walkers),
			places_(places),
			walks_(walks),
			step_(step) {}

	// The agent is on a map. Does nothing unless it wanders.
	void begin(Agent &agent);
	SimTime next_due();
	void live_idly();
	// A walk of the agent has ended. Does nothing unless that was a stroll.
	void stroll_ended(Agent &agent, const Status &status);

private:
	void rest_for(Agent &agent, Micros span);
	void do_next_thing(Agent &agent);
	std::optional<Tile> choose_stroll(Agent &agent);
	void stroll(Agent &agent, const WalkOrder &order);

	const AgentSettings &settings_;
	Population &agents_;
	const Walkers &walkers_;
	Whereabouts &places_;
	Walks &walks_;
	CurrentStep &step_;
	TimerHeap dues_; // of agents that wander, by the time of what they do next
};

} // namespace agent_runtime
