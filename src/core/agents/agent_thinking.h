#pragma once

// How an agent asks its mind, and what comes of that before there is a decision. Each function acts
// in one step of the agent (agent_step.h).

#include "core/agents/agent_step.h"
#include "core/agents/input.h"

#include <string>

namespace agent_runtime::thinking {

// Begins a thought, unless its budget stands in the way.
void begin(AgentStep &step);
// Asks its mind, once more where it is in the middle of a thought.
void ask(AgentStep &step);
// Its time was up while it thinks. Reports a mind that takes long. One in this process is given up
// when it takes too long; others have limits of real time, and always answer.
void wait_on(AgentStep &step);
// The game has said what the agent perceives, or has not in time: its mind is asked now.
void context_came(AgentStep &step, const std::string &surroundings);
void answered(AgentStep &step, const MindAnswerInput &answer);

// What the mind answers now comes too late.
void drop(AgentStep &step);
// The same for the agent's own reasons: it is as if the mind had not been asked, so nothing is
// charged for it.
void withdraw(AgentStep &step);
// The thought has come to nothing.
void fail(AgentStep &step, MindFailure failure, std::string message);
bool has_budget_left(const Agent &agent);

} // namespace agent_runtime::thinking
