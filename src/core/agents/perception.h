#pragma once

// What an agent's mind learns about the world around it: who is near, what has happened since it
// last looked, and what the game lets it do.
// Owned by the step engine. Thread rule: any thread while agents run, sim thread otherwise.

#include "core/agents/game_calls.h"
#include "core/agents/hearers.h"
#include "core/agents/population.h"
#include "core/agents/world_view.h"
#include "core/world/neighbourhood.h"

#include <cstdint>

namespace agent_runtime {

class Perception : public WorldView {
public:
	// All references must outlive this.
	Perception(const Population &agents, const Neighbourhood &places, const Hearers &hearers,
			const GameCalls &calls) :
			agents_(agents),
			near_(places),
			hearers_(hearers),
			calls_(calls) {}

	void look_around(Agent &agent, MindRequest &request) const override;
	bool is_living(AgentId agent) const override { return agents_.contains(agent); }
	ActionTablePtr choices(OfferKind kind, const Agent &agent) const override {
		return calls_.choices(kind, agent);
	}
	bool asks_game_for_context() const override { return calls_.asks_game_for_context(); }

private:
	void see_neighbours(const Agent &agent, MindRequest &request) const;
	void see_notices(Agent &agent, MindRequest &request) const;
	void see_states(const Agent &agent, MindRequest &request) const;
	std::uint32_t see(const Agent &agent, NoticeKind kind, MindRequest &request) const;

	const Population &agents_;
	const Neighbourhood &near_;
	const Hearers &hearers_;
	const GameCalls &calls_;
};

} // namespace agent_runtime
