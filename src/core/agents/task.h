#pragma once

#include "core/base/ids.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class TaskStatus : std::uint8_t { assigned, in_progress, completed, failed };

std::string_view task_status_name(TaskStatus status);
std::optional<TaskStatus> parse_task_status(std::string_view name);

// A task of an agent at one moment; each change makes a new one.
// Thread rule: immutable.
struct AgentTask {
	TaskId id;
	std::string name;
	std::string description;
	ParticipantId assigned_by;
	AgentId partner; // who shares it; none: nobody
	TaskStatus status = TaskStatus::assigned;
	std::string result;

	bool is_over() const { return status == TaskStatus::completed || status == TaskStatus::failed; }
};

using TaskPtr = std::shared_ptr<const AgentTask>;

} // namespace agent_runtime
