#pragma once

// The fields of messages about minds: how they fail, the tools they use, what they may cost, and
// what they were asked. Events stand in the rooms that they are of.
// Thread rule: immutable.

#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr double MOST_TOKENS = 1e15; // of a budget
inline constexpr double MOST_DOLLARS = 1e9;
inline constexpr double GREATEST_ATTENTION = 1'000.0;
inline constexpr double HIGHEST_TEMPERATURE = 2.0;

// In the order of the enumeration MindFailure.
inline constexpr std::array<Name, 20> MIND_FAILURES = { "budget_exhausted", "not_allowed",
	"misconfigured", "refused", "unknown_model", "rate_limited", "overloaded", "unreachable",
	"insecure", "connect_timeout", "first_token_timeout", "idle_timeout", "total_timeout",
	"cut_off", "bad_answer", "too_long", "program_failed", "tool_loop", "cancelled", "internal" };

// --- Events ---

inline constexpr Field TOOL = { .name = "tool",
	.kind = identifier,
	.sentence = "The tool's name.",
	.required = true };
inline constexpr Field OF_TEXT[] = {
	AGENT,
	{ .name = "text",
			.sentence = "What its mind has written since the last time.",
			.required = true,
			.max_length = LARGEST_RESULT },
};

} // namespace agent_runtime::vocabulary
