#pragma once

// Who hears what: the agents in hearing range of a place, those whom the bus reaches, and the few
// of them who may speak up. Keeps what agents notice of each other, too (notices.h).
// Owned by the step engine. Thread rule: sim thread only; const members any thread while nothing
// changes it.

#include "core/agents/bus.h"
#include "core/agents/current_step.h"
#include "core/agents/population.h"
#include "core/agents/settings.h"
#include "core/base/rng.h"
#include "core/world/neighbourhood.h"

#include <string_view>
#include <vector>

namespace agent_runtime {

class Hearers {
public:
	// Everything outlives this.
	Hearers(const AgentSettings &settings, const Population &agents, const Neighbourhood &places) :
			settings_(settings),
			agents_(agents),
			near_(places),
			rng_(settings.seed) {}

	// An agent of the population, and what it wants to hear.
	void add(Agent &agent);
	void remove(const Agent &agent);
	// The agent is what this says from now on.
	void change(Agent &agent, const ProfilePtr &profile);

	// All whom the message reaches and whose filter lets it through, in the order of their numbers.
	void find(Message &message, TilePosition from);
	// Of those who merely overhear, a few speak up: idle ones that have not done so lately, by
	// chance. A message to somebody has its answerer.
	std::vector<AgentId> elect(const Message &message, TilePosition from, SimTime now);

	// One entry for all who want to know of it.
	void note(std::string_view type, const Agent &agent);
	void note_state(const Agent &agent, const AgentStateChanged &change);
	const Bus &bus() const { return bus_; }

private:
	void learn(const Agent &agent);
	void forget(const Agent &agent);
	void find_near(Message &message, TilePosition from);
	void add_if_near(Message &message, const Agent &agent, TilePosition from) const;
	std::size_t draw_candidate(TilePosition from);

	const AgentSettings &settings_;
	const Population &agents_;
	const Neighbourhood &near_;
	Rng rng_; // chance that belongs to no agent
	Bus bus_;
	float radius_ = 0.0f; // how far any of those hears who do not hear from afar
	std::vector<AgentId> from_afar_; // in the order of their numbers
	std::vector<AgentId> candidates_; // of the call under way
};

} // namespace agent_runtime
