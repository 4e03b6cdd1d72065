#pragma once

// What an agent does with what it hears. Each function acts in one step of the agent
// (agent_step.h).

#include "core/agents/agent_step.h"

#include <cstdint>

namespace agent_runtime::listening {

// `elected`: it merely overhears, and is one of those who may answer.
void hear(AgentStep &step, const MessagePtr &message, bool elected);
// Takes in the oldest line that waits for it. False when there is none.
bool take_in_waiting(AgentStep &step);
// Stores a line until the agent can listen again. If there are too many, only the newest are
// answered, but all are remembered.
void put_aside(AgentStep &step, const MessagePtr &message);
// The number of a talk that the agent begins.
std::uint64_t new_talk(const Agent &agent);
// Whether the message is addressed to the agent and needs an answer. A line of a conversation that
// is over, or that the agent has left, is merely heard.
bool is_to_be_answered(const Agent &agent, const Message &message);

} // namespace agent_runtime::listening
