#pragma once

// Tasks in the database: the rows of agent_tasks.

#include "core/agents/task.h"
#include "core/agents/task_messages.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Writes the row of a task as it is now. Thread rule: worker only (the writer's).
Status write_task(Database &database, std::string_view agent, const AgentTask &task, WallTime now);

// The unfinished tasks of an agent that comes back, oldest first.
Result<std::vector<TaskPtr>> read_open_tasks(Database &database, std::string_view agent);

// Nothing when there is none.
Result<std::optional<TaskFields>> find_task(Database &database, TaskId task);

// The newest first, with their times.
Result<ListTasksReply> list_tasks(Database &database, const ListTasksRequest &request);

} // namespace agent_runtime
