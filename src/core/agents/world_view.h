#pragma once

#include "core/agents/agent.h"
#include "core/mind/mind.h"
#include "core/tools/offers.h"

namespace agent_runtime {

// What agents may know about the world while they run. Nothing of it changes during that phase of a
// step. Thread rule: any thread during the phase.
class WorldView {
public:
	virtual ~WorldView() = default;
	// Tells the agent's mind who is near, what has happened since it last looked, and what the game
	// lets it do. Then the agent has seen what has happened.
	virtual void look_around(Agent &agent, MindRequest &request) const = 0;
	virtual bool is_living(AgentId agent) const = 0;
	// What the game lets this agent do and use; null: nothing.
	virtual ActionTablePtr choices(OfferKind kind, const Agent &agent) const = 0;
	// Whether to ask the game, before each thought, what the agent perceives.
	virtual bool asks_game_for_context() const = 0;
};

} // namespace agent_runtime
