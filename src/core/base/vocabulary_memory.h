#pragma once

// Fields of the messages about what agents remember: searching, pinning, editing, forgetting, notes
// and summaries. Entries of events stand in vocabulary_table.cpp.
// Thread rule: immutable.

#include "core/base/memory_weights.h"
#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr std::array<Name, 3> LINE_KINDS = { "message", "summary", "note" };
inline constexpr std::array<Name, 2> WORD_MATCHES = { "all", "any" };
inline constexpr std::array<Name, 6> MEMORY_CHANGES = { "pinned", "unpinned", "edited", "forgotten",
	"noted", "summarised" };
inline constexpr std::size_t LONGEST_LINE_LIST = 4'096;

inline constexpr Field OF_MEMORY_CHANGED[] = {
	AGENT,
	{ .name = "what", .sentence = "What was done.", .required = true, .values = MEMORY_CHANGES },
	{ .name = "count",
			.kind = integer,
			.sentence = "How many lines it concerns.",
			.required = true },
	{ .name = "line_ids",
			.kind = any,
			.sentence = "A list of their ids; absent when they are more than a hundred.",
			.max_length = LONGEST_LINE_LIST },
};

} // namespace agent_runtime::vocabulary
