#pragma once

// The fields of messages about what agents are told and do: the bus, tasks, actions of the game,
// pausing. Events stand in the rooms that they are of.
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

inline constexpr Field ACTION = { .name = "action",
	.kind = identifier,
	.sentence = "The action, by the name under which the game registered it.",
	.required = true };

} // namespace agent_runtime::vocabulary
