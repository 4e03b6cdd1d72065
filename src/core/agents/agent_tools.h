#pragma once

// The tools that a mind uses before it decides: which of them are used at all, and what then. Each
// function acts in one step of the agent (agent_step.h).

#include "core/agents/agent_step.h"

#include <string>

namespace agent_runtime::tools {

// Why so many tools cannot be used at once; empty when they can.
std::string find_problem(AgentStep &step, const UseToolsAction &action);
void use(AgentStep &step, const UseToolsAction &action);
// All tools that its mind has asked for have an outcome: it is asked again.
void used(AgentStep &step);

} // namespace agent_runtime::tools
