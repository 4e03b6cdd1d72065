#pragma once

// What agents take on, alone and together.
// Thread rule: immutable once emitted.

#include "core/agents/task.h"
#include "core/base/vocabulary_fields.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace agent_runtime {

struct TaskEvents; // the list of all of them

namespace vocabulary {

inline constexpr std::array<Name, 2> INVITATIONS = { "talk", "task" };

} // namespace vocabulary

struct TaskChanged {
	using List = TaskEvents;
	static constexpr std::string_view TYPE = "agent_task_changed";
	static constexpr EventNote NOTE = { "A task was given, begun or ended.", "agent_task_changed" };
	TaskPtr task;

	static constexpr auto fields() {
		return join_rows(FieldRows{ subject_field(vocabulary::AGENT).shown() },
				part_fields(&TaskChanged::task));
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
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "partner", .sentence = "The other agent.", .required = true },
						&CollaborationInvited::partner)
						.shown(),
				bind({ .name = "subject",
							 .sentence = "What it is about.",
							 .required = true,
							 .max_length = LONGEST_SENTENCE },
						&CollaborationInvited::subject)
						.shown(),
				argument_only(
						"to_task", [](const CollaborationInvited &event) { return event.to_task; }),
				bind(
						{ .name = "kind",
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

// The agent is the one who was invited; the partner has invited it.
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
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "partner", .sentence = "The other agent.", .required = true },
						&CollaborationAnswered::partner)
						.shown(),
				bind({ .name = "subject",
							 .sentence = "What it is about.",
							 .required = true,
							 .max_length = LONGEST_SENTENCE },
						&CollaborationAnswered::subject)
						.shown(),
				bind({ .name = "accepted",
							 .sentence = "Whether the agent joins.",
							 .required = true },
						&CollaborationAnswered::accepted)
						.shown(),
				bind(REASON, &CollaborationAnswered::reason).shown());
	}
};

struct TaskEvents : EventList<TaskChanged, CollaborationInvited, CollaborationAnswered> {};

extern template struct EventTable<TaskEvents>;

} // namespace agent_runtime
