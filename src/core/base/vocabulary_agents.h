#pragma once

// The fields of messages about what agents are told and do: the bus, tasks, actions of the game,
// pausing. Entries of events stand in vocabulary_table.cpp.
// Thread rule: immutable.

#include "core/base/clock.h"
#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr std::size_t MOST_CHANNELS = 64; // groups, topics, types or senders of one agent
inline constexpr double MOST_THOUGHTS = 4e9; // of a budget
inline constexpr double MOST_SPAWNED_AT_ONCE = 100'000.0;

inline constexpr std::array<Name, 4> TASK_STATUSES = { "assigned", "in_progress", "completed",
	"failed" };
inline constexpr std::array<Name, 2> TASK_ENDINGS = { "completed", "failed" };
inline constexpr std::array<Name, 2> INVITATIONS = { "talk", "task" };

inline constexpr Field TASK_NAME = { .name = "task_name",
	.sentence = "What is to be done, in a few words.",
	.required = true,
	.one_line = true,
	.min_length = 1 };
inline constexpr Field TASK = { .name = "task_id",
	.kind = identifier,
	.sentence = "The task, such as task_001.",
	.required = true };
inline constexpr Field TASK_RESULT = { .name = "result",
	.sentence = "What came of it.",
	.max_length = LONGEST_PERSONA };
// --- Events ---

inline constexpr Field WHO = { .name = "agent_id",
	.kind = identifier,
	.sentence = "Who does it: an agent, or a player such as player_0.",
	.required = true };
inline constexpr Field PARTNER = { .name = "partner",
	.kind = identifier,
	.sentence = "The other agent.",
	.required = true };
inline constexpr Field SUBJECT = { .name = "subject",
	.sentence = "What it is about.",
	.required = true,
	.max_length = LONGEST_SENTENCE };
inline constexpr Field OF_PUBLISHED[] = {
	WHO,
	{ .name = "message_type",
			.kind = identifier,
			.sentence = "What kind of message.",
			.required = true },
	{ .name = "content",
			.sentence = "What it says.",
			.required = true,
			.max_length = LONGEST_SPEECH },
	{ .name = "to", .kind = identifier, .sentence = "Who is addressed, where it is one." },
	{ .name = "group", .sentence = "The group that it went to." },
	{ .name = "topic", .sentence = "The topic that it went to." },
	{ .name = "recipients",
			.kind = text_list,
			.sentence = "All who got it.",
			.required = true,
			.max_length = MOST_RECIPIENTS },
};
inline constexpr Field OF_ACKNOWLEDGED[] = {
	AGENT,
	{ .name = "from",
			.kind = identifier,
			.sentence = "Whose message the agent has taken in.",
			.required = true },
};
inline constexpr Field OF_TASK_CHANGED[] = {
	AGENT,
	TASK,
	TASK_NAME,
	{ .name = "status",
			.sentence = "How far it has come.",
			.required = true,
			.values = TASK_STATUSES },
	{ .name = "description",
			.sentence = "What is to be done, in full.",
			.max_length = LONGEST_PERSONA },
	TASK_RESULT,
	{ .name = "assigned_by", .kind = identifier, .sentence = "Who gave the task." },
	{ .name = "partner", .kind = identifier, .sentence = "The agent that shares it." },
};
inline constexpr Field OF_INVITED[] = {
	AGENT,
	PARTNER,
	SUBJECT,
	{ .name = "kind",
			.sentence = "What the partner is invited to.",
			.required = true,
			.values = INVITATIONS },
};
inline constexpr Field OF_INVITATION_ANSWERED[] = {
	AGENT,
	PARTNER,
	SUBJECT,
	{ .name = "accepted",
			.kind = boolean,
			.sentence = "Whether the agent joins.",
			.required = true },
	REASON,
};
inline constexpr Field OF_STUCK[] = {
	AGENT,
	STATE,
	{ .name = "seconds",
			.kind = number,
			.sentence = "For how long it has been so.",
			.required = true },
	REASON,
};
inline constexpr Field OF_PAUSED[] = {
	AGENT,
	{ .name = "paused",
			.kind = boolean,
			.sentence = "Whether the agent takes no decisions now.",
			.required = true },
};
inline constexpr Field ACTION = { .name = "action",
	.kind = identifier,
	.sentence = "The action, by the name under which the game registered it.",
	.required = true };
inline constexpr Field OF_PERFORMED[] = {
	AGENT,
	ACTION,
	{ .name = "ok", .kind = boolean, .sentence = "Whether it was done.", .required = true },
	{ .name = "result",
			.sentence = "What came of it, as JSON, or why nothing did.",
			.max_length = LARGEST_METADATA },
};
inline constexpr Field OF_DROPPED[] = {
	AGENT,
	{ .name = "count", .kind = integer, .sentence = "How many messages.", .required = true },
	REASON,
};

} // namespace agent_runtime::vocabulary
