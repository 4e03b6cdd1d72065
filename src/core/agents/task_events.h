#pragma once

// What agents take on, alone and together.
// Thread rule: immutable once emitted.

#include "core/agents/task.h"
#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_fields.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace agent_runtime {

struct TaskEvents; // the list of them all

struct TaskChanged {
	using List = TaskEvents;
	static constexpr std::string_view TYPE = "agent_task_changed";
	static constexpr EventNote NOTE = { "A task was given, begun or ended.", "agent_task_changed" };
	TaskPtr task;

	// NOLINTNEXTLINE(readability-function-size): a table
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(subject_field(AGENT).shown(),
				field(
						TASK,
						[](const TaskChanged &event) -> const TaskId & { return event.task->id; },
						[](TaskChanged &event, TaskId value) { edit(event.task).id = value; })
						.shown(),
				field(
						TASK_NAME,
						[](const TaskChanged &event) -> const std::string & {
							return event.task->name;
						},
						[](TaskChanged &event, std::string value) {
							edit(event.task).name = std::move(value);
						})
						.shown(),
				field(
						Field{ .name = "status",
								.sentence = "How far it has come.",
								.required = true,
								.values = TASK_STATUSES },
						[](const TaskChanged &event) -> const TaskStatus & {
							return event.task->status;
						},
						[](TaskChanged &event, TaskStatus value) {
							edit(event.task).status = value;
						})
						.shown(),
				field(
						TASK_RESULT,
						[](const TaskChanged &event) -> const std::string & {
							return event.task->result;
						},
						[](TaskChanged &event, std::string value) {
							edit(event.task).result = std::move(value);
						})
						.shown(),
				field(
						Field{ .name = "description",
								.sentence = "What is to be done, in full.",
								.max_length = LONGEST_PERSONA },
						[](const TaskChanged &event) -> const std::string & {
							return event.task->description;
						},
						[](TaskChanged &event, std::string value) {
							edit(event.task).description = std::move(value);
						}),
				field(
						Field{ .name = "assigned_by", .sentence = "Who gave the task." },
						[](const TaskChanged &event) {
							return unless_none(event.task->assigned_by);
						},
						[](TaskChanged &event, ParticipantId value) {
							edit(event.task).assigned_by = value;
						}),
				field(
						Field{ .name = "partner", .sentence = "The agent that shares it." },
						[](const TaskChanged &event) { return unless_none(event.task->partner); },
						[](TaskChanged &event, AgentId value) {
							edit(event.task).partner = value;
						}));
	}
};

struct CollaborationInvited {
	using List = TaskEvents;
	static constexpr std::string_view TYPE = "collaboration_invited";
	static constexpr EventNote NOTE = { "An agent has invited another.", "collaboration_invited" };
	AgentId partner;
	std::string subject;
	bool to_task = false;

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(subject_field(AGENT).shown(),
				field(&CollaborationInvited::partner,
						{ .name = "partner", .sentence = "The other agent.", .required = true })
						.shown(),
				field(&CollaborationInvited::subject,
						{ .name = "subject",
								.sentence = "What it is about.",
								.required = true,
								.max_length = LONGEST_SENTENCE })
						.shown(),
				argument_only(
						"to_task", [](const CollaborationInvited &event) { return event.to_task; }),
				field(
						Field{ .name = "kind",
								.sentence = "What the partner is invited to.",
								.required = true,
								.values = INVITATIONS },
						[](const CollaborationInvited &event) {
							return std::string(event.to_task ? "task" : "talk");
						},
						[](CollaborationInvited &event, const std::string &kind) {
							event.to_task = kind == "task";
						}));
	}
};

// By the one who was invited; the partner is who has invited it.
struct CollaborationAnswered {
	using List = TaskEvents;
	static constexpr std::string_view TYPE = "collaboration_answered";
	static constexpr EventNote NOTE = { "An invitation was accepted or declined.",
		"collaboration_answered" };
	AgentId partner;
	std::string subject;
	bool accepted = false;
	std::string reason;

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(subject_field(AGENT).shown(),
				field(&CollaborationAnswered::partner,
						{ .name = "partner", .sentence = "The other agent.", .required = true })
						.shown(),
				field(&CollaborationAnswered::subject,
						{ .name = "subject",
								.sentence = "What it is about.",
								.required = true,
								.max_length = LONGEST_SENTENCE })
						.shown(),
				field(&CollaborationAnswered::accepted,
						{ .name = "accepted",
								.sentence = "Whether the agent joins.",
								.required = true })
						.shown(),
				field(&CollaborationAnswered::reason, REASON).shown());
	}
};

struct TaskEvents : EventList<TaskChanged, CollaborationInvited, CollaborationAnswered> {};

extern template struct EventTable<TaskEvents>;

} // namespace agent_runtime
