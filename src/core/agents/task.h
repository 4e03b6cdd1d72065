#pragma once

#include "core/base/choices.h"
#include "core/base/field_rows.h"
#include "core/base/ids.h"
#include "core/base/vocabulary_fields.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class TaskStatus : std::uint8_t { assigned, in_progress, completed, failed };

template <>
struct Choices<TaskStatus> {
	static constexpr std::array<std::string_view, 4> NAMES = { "assigned", "in_progress",
		"completed", "failed" };
	static constexpr TaskStatus OTHER = TaskStatus::assigned;
	static constexpr std::string_view SHOWN_AS = "TaskStatus";
};
inline std::string_view task_status_name(TaskStatus status) {
	return choice_name(status);
}
inline std::optional<TaskStatus> parse_task_status(std::string_view name) {
	return parse_choice<TaskStatus>(name);
}

namespace vocabulary {

inline constexpr std::size_t LONGEST_TASK = 16'384; // for its description and for its result

inline constexpr Field TASK_NAME = { .name = "task_name",
	.sentence = "What is to be done, in a few words.",
	.required = true,
	.one_line = true,
	.min_length = 1 };
inline constexpr Field TASK = { .name = "task_id",
	.sentence = "The task, such as task_001.",
	.required = true };
inline constexpr Field TASK_RESULT = { .name = "result",
	.sentence = "What came of it.",
	.max_length = LONGEST_TASK };
inline constexpr Field TASK_DESCRIPTION = { .name = "description",
	.sentence = "What is to be done, in full.",
	.max_length = LONGEST_TASK };

} // namespace vocabulary

// A task of an agent at one moment; each change makes a new one. Has the form that events,
// recordings and replies have.
// Thread rule: immutable.
struct AgentTask {
	TaskId id;
	std::string name;
	std::string description;
	ParticipantId assigned_by;
	AgentId partner; // who shares it; none: nobody
	TaskStatus status = TaskStatus::assigned;
	std::string result;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(TASK, &AgentTask::id).shown(),
			bind(TASK_NAME, &AgentTask::name).shown(),
			bind({ .name = "status", .sentence = "How far it has come.", .required = true },
					&AgentTask::status)
					.shown(),
			bind(TASK_RESULT, &AgentTask::result).shown(),
			bind(TASK_DESCRIPTION, &AgentTask::description),
			bind({ .name = "assigned_by", .sentence = "Who gave the task." },
					&AgentTask::assigned_by),
			bind({ .name = "partner", .sentence = "The agent that shares it." },
					&AgentTask::partner),
		};
	}

	bool is_over() const { return status == TaskStatus::completed || status == TaskStatus::failed; }
};

using TaskPtr = std::shared_ptr<const AgentTask>;

} // namespace agent_runtime
