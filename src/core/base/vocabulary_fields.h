#pragma once

// What several messages of the vocabulary have in common: limits, closed lists, and fields. Used by
// the files that hold the entries alone.
// Thread rule: immutable.

#include "core/base/vocabulary.h"

#include <array>

namespace agent_runtime::vocabulary {

using enum FieldKind;
using Name = std::string_view;

inline constexpr std::size_t LONGEST_SPEECH = 16'384;
inline constexpr std::size_t LONGEST_PERSONA = 16'384;
inline constexpr std::size_t LONGEST_SENTENCE = 2'048;
inline constexpr std::size_t LARGEST_METADATA = 65'536;
inline constexpr std::size_t LARGEST_RESULT = 4'194'304;
inline constexpr std::size_t MOST_RECIPIENTS = 100'000;
inline constexpr double LONGEST_INTERVAL = 86'400.0; // a day

inline constexpr std::array<Name, 4> STATES = { "idle", "listening", "thinking", "speaking" };
inline constexpr std::array<Name, 7> BACKENDS = { "offline", "scripted", "anthropic", "openai",
	"claude", "codex", "game" };
inline constexpr std::array<Name, 2> OWNERS = { "runtime", "game" };
inline constexpr std::array<Name, 4> GAP_REASONS = { "slow", "pruned", "other_log", "not_stored" };
inline constexpr std::array<Name, 12> ERROR_CODES = { "invalid_argument", "not_found",
	"already_exists", "failed_precondition", "permission_denied", "unavailable", "exhausted",
	"cancelled", "deadline_exceeded", "corrupt", "unsupported", "internal" };

// --- Fields that several messages have ---

inline constexpr Field AGENT = { .name = "agent_id",
	.kind = identifier,
	.sentence = "The agent, such as agent_001.",
	.required = true };
inline constexpr Field WHERE = { .name = "position",
	.kind = position,
	.sentence = "Where the agent is, in tiles.",
	.required = true };
inline constexpr Field STATE = { .name = "state",
	.sentence = "What the agent does now.",
	.required = true,
	.values = STATES };
inline constexpr Field REASON = { .name = "reason",
	.sentence = "Why, in a sentence.",
	.required = true,
	.max_length = LONGEST_SENTENCE };
inline constexpr Field CONTENT = { .name = "content",
	.sentence = "What is said.",
	.required = true,
	.min_length = 1,
	.max_length = LONGEST_SPEECH };
inline constexpr Field CALL = { .name = "call_id",
	.kind = identifier,
	.sentence = "The call, as it was given with it.",
	.required = true };
inline constexpr Field SLOT = { .name = "slot",
	.sentence = "The name of the save game: letters, digits, _ and -.",
	.required = true,
	.one_line = true,
	.min_length = 1,
	.max_length = 64 };

} // namespace agent_runtime::vocabulary
