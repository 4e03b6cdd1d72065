#pragma once

// Tasks in the database: the rows of agent_tasks.

#include "core/agents/task.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// The row of a task as it is now. Thread rule: worker only (the writer's).
Status write_task(Database &database, std::string_view agent, const AgentTask &task, WallTime now);

// Of an agent that comes back: what it has not ended, the oldest first.
Result<std::vector<TaskPtr>> read_open_tasks(Database &database, std::string_view agent);

// As `tasks_request` asks: {"agent_id", "status", "limit"}, the newest first, with their times.
Result<nlohmann::json> list_tasks(Database &database, const nlohmann::json &filter);

} // namespace agent_runtime
