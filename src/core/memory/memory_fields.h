#pragma once

// Words and limits of what agents remember, for messages and tables.
// Thread rule: immutable.

#include "core/base/memory_weights.h"
#include "core/base/vocabulary_fields.h"

#include <array>
#include <cstddef>

namespace agent_runtime::vocabulary {

inline constexpr std::array<Name, 3> LINE_KINDS = { "message", "summary", "note" };
inline constexpr std::array<Name, 2> WORD_MATCHES = { "all", "any" };
inline constexpr std::array<Name, 6> MEMORY_CHANGES = { "pinned", "unpinned", "edited", "forgotten",
	"noted", "summarised" };
inline constexpr std::size_t MOST_LINES_NAMED = 100; // in a list of their ids

} // namespace agent_runtime::vocabulary
