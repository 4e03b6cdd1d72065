#pragma once

// Fields that several messages about led conversations have, and their limits.
// Thread rule: immutable.

#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr double LEAST_COMPANY = 2.0;
inline constexpr double MOST_COMPANY = 8.0;
inline constexpr double MOST_TURNS = 1'000'000.0;
inline constexpr double LONGEST_DURATION = 86'400'000.0; // milliseconds: a day
inline constexpr double LONGEST_PAUSE = 600'000.0;

inline constexpr Field CONVERSATION = { .name = "conversation_id",
	.kind = identifier,
	.sentence = "The conversation, such as conversation_001.",
	.required = true };
inline constexpr Field ONE_CONVERSATION = { .name = "conversation_id",
	.kind = identifier,
	.sentence = "The conversation, such as conversation_001; all when absent." };

inline constexpr Field TURN_NUMBER = { .name = "turn",
	.kind = integer,
	.sentence = "Which turn of the conversation, from 1.",
	.required = true,
	.min = 1 };

} // namespace agent_runtime::vocabulary
