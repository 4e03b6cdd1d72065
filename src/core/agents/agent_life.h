#pragma once

// How an agent begins, comes to rest, is paused, and ends. Each function acts in one step of the
// agent (agent_step.h).

#include "core/agents/agent_step.h"

namespace agent_runtime::life {

// A new or restored agent begins in Idle.
void begin(AgentStep &step);
// Returns to Idle from any state, and takes in what waits for it.
void rest(AgentStep &step);
// Rests. The line that it has to answer will be taken in again, before all others.
void put_off(AgentStep &step);
// Call at or after agent.timer.
void time_is_up(AgentStep &step);
// From now on, the player sees this much of it.
void look_at(AgentStep &step, float attention);

void pause(AgentStep &step);
void resume(AgentStep &step);
// Lets a paused agent make one decision. False when it is in the middle of something.
bool decide_once(AgentStep &step);

// The agent is about to go. Ends whatever it was in the middle of.
void end(AgentStep &step);

} // namespace agent_runtime::life
