#pragma once

// The agents that the world moves: how they get onto its map, who moves each agent, and what comes
// of each tick of the walkers.
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/routines.h"
#include "core/agents/walks.h"

#include <atomic>
#include <cstdint>

namespace agent_runtime {

class MapCrowd {
public:
	// All references must outlive this. `shows_paths`: whether anybody shows paths; null: yes.
	MapCrowd(const AgentSettings &settings, Population &agents, Walkers &walkers,
			Whereabouts &places, Walks &walks, Routines &routines, CurrentStep &step,
			const std::atomic<bool> *shows_paths);

	// Puts it on its own place there, or as near as there is space.
	void enter(Agent &agent);
	void apply(const MapInput &input);
	void apply(const OwnerInput &input);

	// Call before the inputs of a step.
	void begin_step();
	// The time of the walkers' next tick; each second has a whole number of ticks.
	SimTime next_tick() const;
	void tick();

private:
	void enter_all();
	void put_walkers();
	void show_new_paths();
	void end_walks();

	const AgentSettings &settings_;
	Population &agents_;
	Walkers &walkers_;
	Whereabouts &places_;
	Walks &walks_;
	Routines &routines_;
	CurrentStep &step_;
	const std::atomic<bool> *const shows_paths_;
	std::int64_t last_tick_ = 0;
};

} // namespace agent_runtime
