#pragma once

// The fields of messages about minds: how they fail, the tools they use, what they may cost, and
// what they were asked. Their entries stand in vocabulary_table.cpp.
// Thread rule: immutable.

#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr double MOST_TOKENS = 1e15; // of a budget
inline constexpr double MOST_DOLLARS = 1e9;
inline constexpr double GREATEST_ATTENTION = 1'000.0;

// In the order of the enumeration MindFailure.
inline constexpr std::array<Name, 20> MIND_FAILURES = { "budget_exhausted", "not_allowed",
	"misconfigured", "refused", "unknown_model", "rate_limited", "overloaded", "unreachable",
	"insecure", "connect_timeout", "first_token_timeout", "idle_timeout", "total_timeout",
	"cut_off", "bad_answer", "too_long", "program_failed", "tool_loop", "cancelled", "internal" };

// --- Parts of an agent's configuration ---

// Of a mind that is not the game's own, which may have any.
inline constexpr double HIGHEST_TEMPERATURE = 2.0;
inline constexpr Field OF_MIND_OPTIONS[] = {
	{ .name = "script",
			.kind = any,
			.sentence = "A list of answers, one for each thought.",
			.max_length = LARGEST_METADATA },
	{ .name = "repeat",
			.kind = boolean,
			.sentence = "Whether the script begins again when it has been used." },
	{ .name = "temperature",
			.kind = number,
			.sentence = "How freely a language model chooses its words.",
			.max = HIGHEST_TEMPERATURE },
	{ .name = "max_output_tokens",
			.kind = integer,
			.sentence = "How long an answer may be at the most.",
			.min = 1,
			.max = MOST_TOKENS },
};

// --- Requests ---

inline constexpr Field OF_ATTENTION[] = {
	AGENT,
	{ .name = "weight",
			.kind = number,
			.sentence = "How much the player sees of the agent: 1 is usual, more goes first, less"
						" thinks less often, and 0 not of its own accord.",
			.required = true,
			.max = GREATEST_ATTENTION },
};
inline constexpr Field OF_USAGE_REQUEST[] = {
	{ .name = "account",
			.sentence = "Whose: agent_001 or group:guards for one, agent or group for each, or"
						" total, which it is when absent.",
			.one_line = true },
};
inline constexpr Field OF_CAPS[] = {
	OF_USAGE_REQUEST[0],
	{ .name = "calls",
			.kind = integer,
			.sentence = "How many calls; 0 sets no bound.",
			.max = MOST_TOKENS },
	{ .name = "paid_calls",
			.kind = integer,
			.sentence = "How many calls that cost money; 0 sets no bound.",
			.max = MOST_TOKENS },
	{ .name = "tokens",
			.kind = integer,
			.sentence = "How many tokens, read and written; 0 sets no bound.",
			.max = MOST_TOKENS },
	{ .name = "dollars",
			.kind = number,
			.sentence = "How much money; 0 sets no bound.",
			.max = MOST_DOLLARS },
	{ .name = "refill",
			.kind = boolean,
			.sentence = "Whether they count anew from now on; what was spent stays in the books." },
};

// --- Events ---

inline constexpr Field OF_MIND_FAILED[] = {
	AGENT,
	{ .name = "failure",
			.sentence = "What kind of failure.",
			.required = true,
			.values = MIND_FAILURES },
	{ .name = "code",
			.sentence = "The same, for who knows only the codes of errors.",
			.required = true,
			.values = ERROR_CODES },
	{ .name = "message",
			.sentence = "What failed, why, and what to try.",
			.required = true,
			.max_length = LONGEST_SENTENCE },
};
inline constexpr Field OF_EXHAUSTED[] = {
	AGENT,
	{ .name = "reason",
			.sentence = "Which cap stands in the way, and what to try.",
			.required = true,
			.max_length = LONGEST_SENTENCE },
};
inline constexpr Field TOOL = { .name = "tool",
	.kind = identifier,
	.sentence = "The tool's name.",
	.required = true };
inline constexpr Field OF_TOOL_USED[] = {
	AGENT,
	TOOL,
	{ .name = "ok", .kind = boolean, .sentence = "Whether it worked.", .required = true },
	{ .name = "result", .sentence = "What came of it, as JSON.", .max_length = LARGEST_RESULT },
	{ .name = "reason", .sentence = "Why it did not work.", .max_length = LONGEST_SENTENCE },
};
inline constexpr Field OF_TEXT[] = {
	AGENT,
	{ .name = "text",
			.sentence = "What its mind has written since the last time.",
			.required = true,
			.max_length = LARGEST_RESULT },
};

// --- Calls ---

inline constexpr Field CALL_ID = { .name = "call_id",
	.kind = identifier,
	.sentence = "The call.",
	.required = true };
inline constexpr Field OF_TOOL_CALL[] = {
	CALL_ID,
	AGENT,
	TOOL,
	{ .name = "arguments",
			.kind = any_object,
			.sentence = "What the mind chose, checked against the tool's schema.",
			.required = true,
			.max_length = LARGEST_METADATA },
};
inline constexpr Field OF_THOUGHT_CALL[] = {
	CALL_ID,
	AGENT,
	{ .name = "prompt",
			.kind = any_object,
			.sentence = "What the mind is asked.",
			.required = true,
			.max_length = LARGEST_RESULT },
};
inline constexpr Field OF_ANSWERED[] = {
	CALL_ID,
	{ .name = "result", .kind = any, .sentence = "What came of it.", .max_length = LARGEST_RESULT },
};
inline constexpr Field OF_NOT_ANSWERED[] = {
	CALL_ID,
	{ .name = "reason", .sentence = "Why it cannot be done.", .max_length = LONGEST_SENTENCE },
};

} // namespace agent_runtime::vocabulary
