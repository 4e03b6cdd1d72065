#pragma once

// What agents work at: the requests, with their fields and replies.
// Thread rule: immutable.

#include "core/base/bound_fields.h"
#include "core/base/vocabulary_agents.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace agent_runtime {

struct AssignTaskReply {
	TaskId task;
	static constexpr auto fields() {
		return std::tuple{ bind(vocabulary::TASK, &AssignTaskReply::task) };
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
		return std::tuple{
			bind(AGENT, &AssignTaskRequest::agent),
			bind(TASK_NAME, &AssignTaskRequest::name),
			bind({ .name = "description",
						 .sentence = "What is to be done, in full.",
						 .max_length = LONGEST_PERSONA },
					&AssignTaskRequest::description),
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
		return std::tuple{
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
	TaskId task;
	std::string name;
	std::string status;
	std::string description;
	std::string result;
	std::optional<ParticipantId> assigned_by;
	std::optional<AgentId> partner;
	AgentId agent;
	std::optional<std::string> created_at;
	std::optional<std::string> started_at;
	std::optional<std::string> completed_at;
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind(TASK, &TaskFields::task),
			bind(TASK_NAME, &TaskFields::name),
			bind({ .name = "status",
						 .sentence = "How far it has come.",
						 .required = true,
						 .values = TASK_STATUSES },
					&TaskFields::status),
			bind({ .name = "description",
						 .sentence = "What is to be done, in full.",
						 .required = true,
						 .max_length = LONGEST_PERSONA },
					&TaskFields::description),
			bind(TASK_RESULT, &TaskFields::result),
			bind({ .name = "assigned_by", .kind = identifier, .sentence = "Who gave the task." },
					&TaskFields::assigned_by),
			bind({ .name = "partner", .kind = identifier, .sentence = "The agent that shares it." },
					&TaskFields::partner),
			bind(AGENT, &TaskFields::agent),
			bind({ .name = "created_at", .sentence = "When it was given: date and time in UTC." },
					&TaskFields::created_at),
			bind({ .name = "started_at", .sentence = "When it was begun, if it was." },
					&TaskFields::started_at),
			bind({ .name = "completed_at", .sentence = "When it ended, if it did." },
					&TaskFields::completed_at),
		};
	}
};

struct ListTasksReply {
	std::vector<TaskFields> tasks;
	static constexpr auto fields() {
		return std::tuple{
			bind({ .name = "tasks",
						 .kind = FieldKind::object_list,
						 .sentence = "The tasks, the newest first.",
						 .required = true,
						 .max_length = std::size_t{ 10'000 },
						 .fields = fields_of<TaskFields>() },
					&ListTasksReply::tasks),
		};
	}
};

struct ListTasksRequest {
	using Reply = ListTasksReply;
	static constexpr RequestWords WORDS{ .name = "tasks_request",
		.sentence = "List tasks.",
		.long_answer = true };
	static constexpr std::size_t MOST_LISTED = 1'000; // unless it says otherwise
	std::optional<AgentId> agent;
	std::string status;
	std::size_t limit = MOST_LISTED;
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind({ .name = "agent_id",
						 .kind = identifier,
						 .sentence = "Only tasks of this agent." },
					&ListTasksRequest::agent),
			bind({ .name = "status",
						 .sentence = "Only tasks in this status.",
						 .values = TASK_STATUSES },
					&ListTasksRequest::status),
			bind({ .name = "limit",
						 .kind = integer,
						 .sentence = "At most so many, the newest.",
						 .min = 1,
						 .max = 10'000 },
					&ListTasksRequest::limit),
		};
	}
};

} // namespace agent_runtime
