#pragma once

// What an agent does while it takes part in a conversation that is led: it thinks when it has the
// turn, and does nothing on its own initiative. What others say to it meanwhile is considered at
// its next turn. Each function acts in one step of the agent (agent_step.h).

#include "core/agents/agent_step.h"

namespace agent_runtime::led_talk {

// Puts off what it was about to do. It speaks when it is given the turn, using what the part says
// (all of `turn` except has_turn). Afterwards its own life goes on.
void enter(AgentStep &step, const TalkSettingsPtr &talk);
void take_turn(AgentStep &step, TalkPart turn);
void leave(AgentStep &step);

// False when it takes part in none. Thinks if it has the turn.
bool continue_part(AgentStep &step);
void hear(AgentStep &step, const MessagePtr &message);
// It is idle again.
void rested(AgentStep &step, bool was_speaking);
// If it has the turn, the turn fails.
void end_turn(AgentStep &step, TurnFailure failure);
void speak(AgentStep &step, const SpeakAction &action);

void describe(const Agent &agent, MindRequest &request);
// Whether the message is a line of the agent's own conversation.
bool is_of_own_talk(const Agent &agent, const Message &message);

} // namespace agent_runtime::led_talk
