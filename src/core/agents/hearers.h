#pragma once

// Who hears what: the agents within hearing range of a place, those that the bus reaches, and the
// few of them that may answer without being addressed. Also stores what agents notice of each other
// (notices.h). Owned by the step engine. Thread rule: sim thread only; const members any thread
// while nothing changes it.

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
	// All references must outlive this.
	Hearers(const AgentSettings &settings, const Population &agents, const Neighbourhood &places) :
			settings_(settings),
			agents_(agents),
			near_(places),
			rng_(settings.seed) {}

	// Adds an agent of the population, and what it wants to hear.
	void add(Agent &agent);
	void remove(const Agent &agent);
	// From now on the agent has this profile.
	void change(Agent &agent, const ProfilePtr &profile);

	// Finds everybody whom the message reaches and whose filter accepts it, in the order of their
	// numbers.
	void find(Message &message, TilePosition from);
	// Draws a few of those who merely overhear to answer: idle ones that have not done so lately. A
	// message with an addressee is answered by the addressee.
	std::vector<AgentId> elect(const Message &message, TilePosition from, SimTime now);

	// One entry for everybody who wants to know of it.
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
	float radius_ = 0.0f; // the largest radius of all except those who hear from afar
	std::vector<AgentId> from_afar_; // in the order of their numbers
	std::vector<AgentId> candidates_; // scratch for the current call
};

} // namespace agent_runtime
