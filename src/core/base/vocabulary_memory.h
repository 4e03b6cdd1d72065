#pragma once

// Fields of the messages about what agents remember: searching, pinning, editing, forgetting, notes
// and summaries. Their entries stand in vocabulary_table.cpp.
// Thread rule: immutable.

#include "core/base/memory_weights.h"
#include "core/base/vocabulary_fields.h"

namespace agent_runtime::vocabulary {

inline constexpr std::array<Name, 3> LINE_KINDS = { "message", "summary", "note" };
inline constexpr std::array<Name, 2> WORD_MATCHES = { "all", "any" };
inline constexpr std::array<Name, 6> MEMORY_CHANGES = { "pinned", "unpinned", "edited", "forgotten",
	"noted", "summarised" };
inline constexpr std::size_t LONGEST_LINE_LIST = 4'096;

inline constexpr Field LINE = { .name = "line_id",
	.kind = integer,
	.sentence = "The line, by the id with which a search gives it.",
	.required = true,
	.min = 1 };
inline constexpr Field IMPORTANCE = { .name = "importance",
	.kind = number,
	.sentence = "How much the line weighs in a search: 2 when said to the agent, 1.5 when said by"
				" it, 1 when overheard, 3 for a note, unless given.",
	.max = MOST_IMPORTANCE };
inline constexpr Field KIND_OF_LINE = { .name = "kind",
	.sentence = "Only lines of this kind.",
	.values = LINE_KINDS };
inline constexpr Field WHO_SAID_IT = { .name = "from",
	.kind = identifier,
	.sentence = "Only what this participant said." };
inline constexpr Field SINCE = { .name = "since",
	.sentence = "Only what was said then or later: date and time, such as 2026-01-31T12:00:00Z.",
	.one_line = true,
	.min_length = 1 };
inline constexpr Field UNTIL = { .name = "until",
	.sentence = "Only what was said before: date and time.",
	.one_line = true,
	.min_length = 1 };

inline constexpr Field OF_SEARCH[] = {
	AGENT,
	{ .name = "text",
			.sentence = "Words to look for.",
			.required = true,
			.min_length = 1,
			.max_length = LONGEST_SENTENCE },
	{ .name = "match",
			.sentence = "Whether a line must have all the words, or any of them; all when absent.",
			.values = WORD_MATCHES },
	WHO_SAID_IT,
	KIND_OF_LINE,
	SINCE,
	UNTIL,
	{ .name = "limit",
			.kind = integer,
			.sentence = "At most so many lines; 20 when absent.",
			.min = 1,
			.max = 1'000 },
};
inline constexpr Field OF_MEMORY[] = {
	AGENT,
	{ .name = "pinned", .kind = boolean, .sentence = "Only lines that are pinned, or are not." },
	WHO_SAID_IT,
	KIND_OF_LINE,
	{ .name = "before",
			.kind = integer,
			.sentence = "Only lines older than the one of this id, to read on.",
			.min = 1 },
	{ .name = "limit",
			.kind = integer,
			.sentence = "At most so many lines; 20 when absent.",
			.min = 1,
			.max = 1'000 },
};
inline constexpr Field OF_PIN[] = {
	AGENT,
	LINE,
	{ .name = "pinned",
			.kind = boolean,
			.sentence = "False lets go of the line; true when absent." },
};
inline constexpr Field OF_EDIT[] = {
	AGENT,
	LINE,
	{ .name = "content",
			.sentence = "What the agent remembers instead.",
			.min_length = 1,
			.max_length = LONGEST_SPEECH },
	IMPORTANCE,
};
inline constexpr Field OF_FORGET[] = {
	AGENT,
	{ .name = "line_id", .kind = integer, .sentence = "This one line.", .min = 1 },
	{ .name = "from", .kind = identifier, .sentence = "All that this participant said." },
	{ .name = "all", .kind = boolean, .sentence = "True: all that the agent remembers." },
};
inline constexpr Field OF_NOTE[] = {
	AGENT,
	{ .name = "content",
			.sentence = "What the agent is to remember.",
			.required = true,
			.min_length = 1,
			.max_length = LONGEST_SPEECH },
	{ .name = "from", .kind = identifier, .sentence = "Whose note it is; player_0 when absent." },
	IMPORTANCE,
	{ .name = "pinned",
			.kind = boolean,
			.sentence = "Whether each prompt shows it, among the newest five; true when absent." },
};
inline constexpr Field OF_SUMMARISE[] = {
	AGENT,
	{ .name = "keep",
			.kind = integer,
			.sentence = "So many of the newest lines stay out of the summary; 20 when absent.",
			.min = 5,
			.max = 10'000 },
	{ .name = "remove_originals",
			.kind = boolean,
			.sentence = "True: the lines go when the summary is there; else they can still be"
						" found." },
};
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
