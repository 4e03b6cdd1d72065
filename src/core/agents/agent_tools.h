#pragma once

// The tools that a mind uses before it decides: which ones are allowed, and what follows. Each
// function acts in one step of the agent (agent_step.h).

#include "core/agents/agent_step.h"

#include <string>

namespace agent_runtime::tools {

// Why this many tools cannot be used at once; empty when they can.
std::string find_problem(AgentStep &step, const UseToolsAction &action);
void use(AgentStep &step, const UseToolsAction &action);
// All tools that its mind has asked for have an outcome. Asks the mind again.
void used(AgentStep &step);

} // namespace agent_runtime::tools
