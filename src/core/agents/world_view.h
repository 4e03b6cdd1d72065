#pragma once

#include "core/agents/agent.h"
#include "core/mind/mind.h"

namespace agent_runtime {

// What agents may know of the world while they run: none of it changes during that phase of a step.
// Thread rule: any thread during the phase.
class WorldView {
public:
	virtual ~WorldView() = default;
	// Tells the agent's mind who is near, what has happened since it last looked, and what the game
	// lets it do. The agent has then seen what has happened.
	virtual void look_around(Agent &agent, MindRequest &request) const = 0;
	virtual bool is_living(AgentId agent) const = 0;
	virtual const ActionTable *actions() const = 0; // of the game; null: none
	virtual const ActionTable *tools() const = 0; // of the game; null: none
	// Whether the game wants to be asked, before each thought, what the agent perceives.
	virtual bool asks_game_for_context() const = 0;
};

} // namespace agent_runtime
