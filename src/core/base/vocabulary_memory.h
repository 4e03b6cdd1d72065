#pragma once

// Fields of the messages about what agents remember: searching, pinning, editing, forgetting, notes
// and summaries. Events stand in the rooms that they are of.
// Thread rule: immutable.

#include "core/base/memory_weights.h"
#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr std::array<Name, 3> LINE_KINDS = { "message", "summary", "note" };
inline constexpr std::array<Name, 2> WORD_MATCHES = { "all", "any" };
inline constexpr std::array<Name, 6> MEMORY_CHANGES = { "pinned", "unpinned", "edited", "forgotten",
	"noted", "summarised" };
inline constexpr std::size_t LONGEST_LINE_LIST = 4'096;

} // namespace agent_runtime::vocabulary
