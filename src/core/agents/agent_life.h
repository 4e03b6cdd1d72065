#pragma once

// How an agent begins, comes to rest, is paused, and ends. Each function acts in one step of the
// agent (agent_step.h).

#include "core/agents/agent_step.h"

namespace agent_runtime::life {

// A new or restored agent begins in Idle.
void begin(AgentStep &step);
// To Idle, from whatever it was at; what waits for it is taken in.
void rest(AgentStep &step);
// Rests, and what it owes an answer to will be taken in again, before all else.
void put_off(AgentStep &step);
// Called at or after agent.timer.
void time_is_up(AgentStep &step);
// How much the player sees of it, from now on.
void look_at(AgentStep &step, float attention);

void pause(AgentStep &step);
void resume(AgentStep &step);
// A paused agent takes one decision. False: it is in the middle of something.
bool decide_once(AgentStep &step);

// The agent is about to go: what it was in the middle of is ended.
void end(AgentStep &step);

} // namespace agent_runtime::life
