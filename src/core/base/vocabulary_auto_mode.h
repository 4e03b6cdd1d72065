#pragma once

// The fields of messages about conversations that are led (auto mode). Entries of events stand in vocabulary_table.cpp.
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
inline constexpr Field OF_TALK_STARTED[] = {
	CONVERSATION,
	{ .name = "agents",
			.kind = text_list,
			.sentence = "Who takes part, in the order of their turns.",
			.required = true,
			.max_length = static_cast<std::size_t>(MOST_COMPANY) },
	{ .name = "names",
			.kind = text_list,
			.sentence = "Their names, in the same order.",
			.required = true,
			.max_length = static_cast<std::size_t>(MOST_COMPANY) },
	{ .name = "roles",
			.kind = any,
			.sentence = "A list of their roles, in the same order.",
			.required = true,
			.max_length = LONGEST_SPEECH },
	{ .name = "topic",
			.sentence = "What it is about.",
			.required = true,
			.max_length = LONGEST_SENTENCE },
	{ .name = "interaction_pattern",
			.sentence = "How they behave in space.",
			.required = true,
			.values = PATTERNS },
	{ .name = "max_turns",
			.kind = integer,
			.sentence = "After so many turns it ends; 0: no bound.",
			.required = true },
	{ .name = "duration_ms",
			.kind = integer,
			.sentence = "Sim time after which it ends in any case, in milliseconds.",
			.required = true },
	{ .name = "pause_ms",
			.kind = integer,
			.sentence = "Sim time between two turns, in milliseconds.",
			.required = true },
	{ .name = "end_keyword", .sentence = "What ends it when it is said.", .required = true },
	{ .name = "turns",
			.kind = integer,
			.sentence = "How many turns it has had: more than none when it goes on.",
			.required = true },
};
inline constexpr Field OF_TURN_CHANGE[] = { CONVERSATION, AGENT, TURN_NUMBER };
inline constexpr Field OF_TALK_LINE[] = {
	AGENT,
	{ .name = "text", .sentence = "What it said.", .required = true, .max_length = LONGEST_SPEECH },
	CONVERSATION,
	TURN_NUMBER,
};
inline constexpr Field OF_TALK_ENDED[] = {
	CONVERSATION,
	{ .name = "reason", .sentence = "Why.", .required = true, .values = TALK_ENDS },
	{ .name = "turns",
			.kind = integer,
			.sentence = "How many turns it has had.",
			.required = true },
};

} // namespace agent_runtime::vocabulary
