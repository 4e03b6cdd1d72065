#pragma once

// Limits and fields shared by messages of several rooms.
// Thread rule: immutable.

#include "core/base/field.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace agent_runtime::vocabulary {

using enum FieldKind;
using Name = std::string_view;

inline constexpr std::size_t LONGEST_SPEECH = 16'384;
inline constexpr std::size_t LONGEST_SENTENCE = 2'048;
inline constexpr std::size_t LARGEST_METADATA = 65'536;
inline constexpr std::size_t LARGEST_RESULT = 4'194'304;

inline constexpr std::array<Name, 12> ERROR_CODES = { "invalid_argument", "not_found",
	"already_exists", "failed_precondition", "permission_denied", "unavailable", "exhausted",
	"cancelled", "deadline_exceeded", "corrupt", "unsupported", "internal" };

inline constexpr Field AGENT = { .name = "agent_id",
	.kind = identifier,
	.sentence = "The agent, such as agent_001.",
	.required = true };
inline constexpr Field TRACE = { .name = "trace_id",
	.kind = identifier,
	.sentence = "What it belongs to: the same for all that one request, one line of a player or one"
				" thought has led to. 32 hexadecimal digits." };
inline constexpr Field REASON = { .name = "reason",
	.sentence = "Why, in a sentence.",
	.required = true,
	.max_length = LONGEST_SENTENCE };

} // namespace agent_runtime::vocabulary
