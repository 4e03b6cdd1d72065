#pragma once

// How an agent asks its mind, and what follows until there is a decision. Each function acts in one
// step of the agent (agent_step.h).

#include "core/agents/agent_step.h"
#include "core/agents/input.h"

#include <string>

namespace agent_runtime::thinking {

// Begins a thought, unless its budget does not allow that.
void begin(AgentStep &step);
// Asks its mind, again if it is in the middle of a thought.
void ask(AgentStep &step);
// Its timer has ended while it thinks. Reports a mind that takes long. A mind in this process is
// given up when it takes too long; others have limits of real time, and always answer.
void wait_on(AgentStep &step);
// The game has described what the agent perceives, or has not done so in time. Asks its mind now.
void context_came(AgentStep &step, const std::string &surroundings);
void answered(AgentStep &step, const ThoughtAnswer &answer);

// Ignores what the mind will answer.
void drop(AgentStep &step);
// The same for the agent's own reasons: it is as if the mind had never been asked, so nothing is
// charged.
void withdraw(AgentStep &step);
// The thought has failed.
void fail(AgentStep &step, MindFailure failure, std::string message);
bool has_budget_left(const Agent &agent);

} // namespace agent_runtime::thinking
