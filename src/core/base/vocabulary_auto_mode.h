#pragma once

// The fields of messages about conversations that are led (auto mode). Events stand in the
// rooms that they are of.
// Thread rule: immutable.

#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr std::array<Name, 3> PATTERNS = { "walk-to-agent", "stay-at-desk",
	"meet-at-table" };
inline constexpr std::array<Name, 8> TALK_ENDS = { "keyword", "timer", "stopped", "agent_lost",
	"budget", "max_turns", "mind_failed", "interrupted" };
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
