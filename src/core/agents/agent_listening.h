#pragma once

// What an agent does with what it hears. Each function acts in one step of the agent
// (agent_step.h).

#include "core/agents/agent_step.h"

#include <cstdint>

namespace agent_runtime::listening {

// `elected`: it merely overhears, and is one of those who may speak up.
void hear(AgentStep &step, const MessagePtr &message, bool elected);
// The oldest line that waits for it. False: none does.
bool take_in_waiting(AgentStep &step);
// For when it can listen again. Of too many, the newest are answered; all are remembered.
void put_aside(AgentStep &step, const MessagePtr &message);
// The number of a talk that the agent begins.
std::uint64_t new_talk(const Agent &agent);
// Addressed to it, and no line of a conversation that is led and is over, or that it has left: such
// a line is merely heard.
bool is_to_be_answered(const Agent &agent, const Message &message);

} // namespace agent_runtime::listening
