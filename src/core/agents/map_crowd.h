#pragma once

// Those whom the world walks: how they come onto its map, who moves an agent, and what comes of
// each tick of the walkers.
// Owned by the step engine. Thread rule: sim thread only.

#include "core/agents/routines.h"
#include "core/agents/walks.h"

#include <atomic>
#include <cstdint>

namespace agent_runtime {

class MapCrowd {
public:
	// Everything outlives this. `shows_paths`: whether somebody shows them; null: yes.
	MapCrowd(const AgentSettings &settings, Population &agents, Walkers &walkers,
			Whereabouts &places, Walks &walks, Routines &routines, CurrentStep &step,
			const std::atomic<bool> *shows_paths);

	// Its own place there, as near as there is room.
	void enter(Agent &agent);
	void apply(const MapInput &input);
	void apply(const OwnerInput &input);

	// Before the inputs of a step.
	void begin_step();
	// Ticks of the walkers, a whole number of them in each second.
	SimTime next_tick() const;
	void tick();

private:
	void enter_all();
	void follow_moved();
	void follow_redirected();
	void follow_ended();

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
