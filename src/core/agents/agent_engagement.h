#pragma once

// What an agent has taken on: its tasks, and the invitations of others. Each function acts in one
// step of the agent (agent_step.h).

#include "core/agents/agent_step.h"

#include <string>

namespace agent_runtime::engagement {

void assign(AgentStep &step, const TaskPtr &task);
// Ends a task that the agent has; false when it has not.
bool finish(AgentStep &step, TaskId task, bool completed, const std::string &result);
// Of what it has to do, it works at the first from now on.
void begin_current_task(AgentStep &step);
void end_current_task(AgentStep &step, TaskStatus status, const std::string &result);

// Takes the place of an earlier one, which is declined.
void take_invitation(AgentStep &step, const Invitation &invitation);
void answer_invitation(AgentStep &step, bool accept, const std::string &reason);
// Where there is one.
void decline_invitation(AgentStep &step, const std::string &reason);
// An invitation has exactly one outcome: whoever has seen it and does not answer has declined.
void decline_seen_invitation(AgentStep &step, const std::string &reason);

// The agent goes: its tasks have failed.
void end_all(AgentStep &step, const std::string &reason);

} // namespace agent_runtime::engagement
