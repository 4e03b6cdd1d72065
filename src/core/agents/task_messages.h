#pragma once

// The requests about what agents work on, with their fields and replies.
// Thread rule: immutable.

#include "core/agents/task.h"
#include "core/requests/request_words.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

namespace vocabulary {

inline constexpr std::array<Name, 2> TASK_ENDINGS = { "completed", "failed" };

} // namespace vocabulary

struct AssignTaskReply {
	TaskId task;
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::TASK, &AssignTaskReply::task) };
	}
};

struct AssignTaskRequest {
	using Reply = AssignTaskReply;
	static constexpr RequestWords WORDS{ .name = "task_assign_request",
		.sentence = "Give an agent a task.",
		.changes = true };
	AgentId agent;
	std::string name;
	std::string description;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(AGENT, &AssignTaskRequest::agent),
			bind(TASK_NAME, &AssignTaskRequest::name),
			bind(TASK_DESCRIPTION, &AssignTaskRequest::description),
		};
	}
};

struct FinishTaskRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "task_finish_request",
		.sentence = "End a task.",
		.changes = true };
	TaskId task;
	std::string status;
	std::string result;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(TASK, &FinishTaskRequest::task),
			bind({ .name = "status",
						 .sentence = "How it ended.",
						 .required = true,
						 .values = TASK_ENDINGS },
					&FinishTaskRequest::status),
			bind(TASK_RESULT, &FinishTaskRequest::result),
		};
	}
};

// A task as it is listed.
struct TaskFields {
	AgentTask task;
	AgentId agent;
	std::optional<std::string> created_at;
	std::optional<std::string> started_at;
	std::optional<std::string> completed_at;
	static constexpr auto fields() {
		using namespace vocabulary;
		return join_rows(part_fields(&TaskFields::task),
				FieldRows{
						bind(AGENT, &TaskFields::agent),
						bind({ .name = "created_at",
									 .sentence = "When it was given: date and time in UTC." },
								&TaskFields::created_at),
						bind({ .name = "started_at", .sentence = "When it was begun, if it was." },
								&TaskFields::started_at),
						bind({ .name = "completed_at", .sentence = "When it ended, if it did." },
								&TaskFields::completed_at),
				});
	}
};

struct ListTasksReply {
	std::vector<TaskFields> tasks;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "tasks",
						 .sentence = "The tasks, the newest first.",
						 .required = true,
						 .max_length = std::size_t{ 10'000 } },
					&ListTasksReply::tasks),
		};
	}
};

struct ListTasksRequest {
	using Reply = ListTasksReply;
	static constexpr RequestWords WORDS{ .name = "tasks_request",
		.sentence = "List tasks.",
		.long_answer = true };
	static constexpr std::size_t MOST_LISTED = 1'000; // by default
	std::optional<AgentId> agent;
	std::string status;
	std::size_t limit = MOST_LISTED;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "agent_id",
						 .kind = identifier,
						 .sentence = "Only tasks of this agent." },
					&ListTasksRequest::agent),
			bind({ .name = "status",
						 .sentence = "Only tasks in this status.",
						 .values = NAMES_OF<TaskStatus> },
					&ListTasksRequest::status),
			bind({ .name = "limit",
						 .sentence = "At most so many, the newest.",
						 .min = 1,
						 .max = 10'000 },
					&ListTasksRequest::limit),
		};
	}
};

} // namespace agent_runtime
