#include "core/agents/task.h"

#include <algorithm>
#include <array>

namespace agent_runtime {

namespace {

constexpr std::array<std::string_view, 4> STATUS_NAMES = { "assigned", "in_progress", "completed",
	"failed" };

} // namespace

std::string_view task_status_name(TaskStatus status) {
	return STATUS_NAMES[static_cast<std::size_t>(status)];
}

std::optional<TaskStatus> parse_task_status(std::string_view name) {
	const auto found = std::find(STATUS_NAMES.begin(), STATUS_NAMES.end(), name);
	return found != STATUS_NAMES.end()
			? std::optional(static_cast<TaskStatus>(found - STATUS_NAMES.begin()))
			: std::nullopt;
}

} // namespace agent_runtime
