#pragma once

// What an agent has taken on: its tasks, and the invitations of others. Each function acts in one
// step of the agent (agent_step.h).

#include "core/agents/agent_step.h"

#include <string>

namespace agent_runtime::engagement {

void assign(AgentStep &step, const TaskPtr &task);
// Ends one of the agent's tasks; false when it has no such task.
bool finish(AgentStep &step, TaskId task, bool completed, const std::string &result);
// From now on it works on the first of its tasks.
void begin_current_task(AgentStep &step);
void end_current_task(AgentStep &step, TaskStatus status, const std::string &result);

// Replaces an earlier invitation, which is declined.
void take_invitation(AgentStep &step, const Invitation &invitation);
void answer_invitation(AgentStep &step, bool accept, const std::string &reason);
// Does nothing when there is none.
void decline_invitation(AgentStep &step, const std::string &reason);
// An invitation has exactly one outcome: an agent that has seen it and does not answer has
// declined.
void decline_seen_invitation(AgentStep &step, const std::string &reason);

// The agent goes, and its tasks fail.
void end_all(AgentStep &step, const std::string &reason);

} // namespace agent_runtime::engagement
