#pragma once

// Tasks as events, recordings and replies have them.

#include "core/agents/task.h"

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

nlohmann::json task_to_json(const AgentTask &task);
// What is missing or wrong gets its default: this reads what we wrote.
AgentTask task_from_json(const nlohmann::json &json);

} // namespace agent_runtime
