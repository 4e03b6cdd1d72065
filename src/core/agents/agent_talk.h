#pragma once

// What an agent does as one who takes part in a conversation that is led: it thinks when it has the
// turn, and does nothing of its own accord. What others say to it meanwhile it has in mind at its
// next turn. Each function acts in one step of the agent (agent_step.h).

#include "core/agents/agent_step.h"

namespace agent_runtime::led_talk {

// What it was about to do is put off; it speaks when it is given the turn, with what stands in the
// part (all of `turn` but its has_turn). Afterwards its own life goes on.
void enter(AgentStep &step, const TalkSettingsPtr &talk);
void take_turn(AgentStep &step, TalkPart turn);
void leave(AgentStep &step);

// False when it takes part in none. Thinks, when it has the turn.
bool goes_on(AgentStep &step);
void hear(AgentStep &step, const MessagePtr &message);
// It is idle again.
void rested(AgentStep &step, bool was_speaking);
// Where it has the turn, that comes to nothing.
void end_turn(AgentStep &step, TurnFailure failure);
void speak(AgentStep &step, const SpeakAction &action);

void describe(const Agent &agent, MindRequest &request);
// Whether the message is a line of the conversation in which the agent takes part.
bool is_of_own_talk(const Agent &agent, const Message &message);

} // namespace agent_runtime::led_talk
