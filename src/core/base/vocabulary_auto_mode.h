#pragma once

// The fields of messages about conversations that are led (auto mode). Their entries stand in
// vocabulary_table.cpp.
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

inline constexpr Field OF_START_TALK[] = {
	{ .name = "agents",
			.kind = text_list,
			.sentence = "Who takes part, in the order of their turns, at most 8 agents; others are"
						" brought in when these are too few.",
			.max_length = static_cast<std::size_t>(MOST_COMPANY) },
	{ .name = "agent_count",
			.kind = integer,
			.sentence = "How many take part; 2 when absent, or as many as are named.",
			.min = LEAST_COMPANY,
			.max = MOST_COMPANY },
	{ .name = "topic",
			.sentence = "What it is about; one of many open questions, drawn, when absent.",
			.max_length = LONGEST_SENTENCE },
	{ .name = "interaction_pattern",
			.sentence = "How they behave in space; walk-to-agent when absent.",
			.values = PATTERNS },
	{ .name = "max_turns",
			.kind = integer,
			.sentence = "It ends after so many turns; 0, as when absent, sets no bound.",
			.max = MOST_TURNS },
	{ .name = "duration_ms",
			.kind = integer,
			.sentence = "Sim time after which it ends in any case, in milliseconds; as the runtime"
						" is configured when absent.",
			.min = 1,
			.max = LONGEST_DURATION },
	{ .name = "end_keyword",
			.sentence = "What an agent says to end it; [CONVERSATION_END] when absent.",
			.one_line = true,
			.min_length = 1,
			.max_length = 64 },
	{ .name = "pause_ms",
			.kind = integer,
			.sentence = "Sim time between two turns, in milliseconds; 1000 when absent.",
			.max = LONGEST_PAUSE },
};
inline constexpr Field OF_STOP_TALK[] = { ONE_CONVERSATION };
inline constexpr Field OF_CONTINUE_TALK[] = { CONVERSATION };
inline constexpr Field OF_TALKS_REQUEST[] = { ONE_CONVERSATION };

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
