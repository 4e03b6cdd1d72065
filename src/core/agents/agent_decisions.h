#pragma once

// Checks whether an agent can do what its mind has decided, and does it. Each function acts in one
// step of the agent (agent_step.h).

#include "core/agents/agent_step.h"

#include <string>

namespace agent_runtime::decisions {

// Why the action cannot be done; empty when it can.
std::string find_problem(AgentStep &step, const MindAction &action);
void perform(AgentStep &step, const MindAction &action);
// From now on it is speaking, for as long as the words take.
void set_speaking_time(AgentStep &step, const std::string &content);

} // namespace agent_runtime::decisions
