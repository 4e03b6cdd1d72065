#pragma once

// The requests about what agents remember, with their fields and replies.
// Thread rule: immutable.

#include "core/base/ids.h"
#include "core/memory/memory_fields.h"
#include "core/requests/request_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

namespace vocabulary {

inline constexpr std::size_t MOST_LINES_SHOWN = 1'000;

inline constexpr Field LINE = { .name = "line_id",
	.sentence = "The line, by the id with which a search gives it.",
	.required = true,
	.min = 1 };
inline constexpr Field IMPORTANCE = { .name = "importance",
	.sentence = "How much the line weighs in a search: 2 when said to the agent, 1.5 when said by"
				" it, 1 when overheard, 3 for a note, unless given.",
	.max = MOST_IMPORTANCE };
inline constexpr Field KIND_OF_LINE = { .name = "kind",
	.sentence = "Only lines of this kind.",
	.values = LINE_KINDS };
inline constexpr Field WHO_SAID_IT = { .name = "from",
	.kind = identifier,
	.sentence = "Only what this participant said." };
inline constexpr Field LINE_LIMIT = { .name = "limit",
	.sentence = "At most so many lines; 20 when absent.",
	.min = 1,
	.max = MOST_LINES_SHOWN };

} // namespace vocabulary

inline constexpr std::size_t LINES_SHOWN = 20; // by default

// A line as it is shown. A line found by words has a rank, too.
struct LineFields {
	std::int64_t id = 0;
	std::string ts;
	std::string from;
	std::string to; // empty: nobody in particular
	std::string content;
	std::string kind;
	double importance = 0.0;
	bool pinned = false;
	std::optional<bool> summarised;
	std::optional<double> score;
	std::optional<double> relevance;
	std::optional<double> recency;
	std::optional<double> weight;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "id",
						 .sentence = "The line, for who wants to change it.",
						 .required = true,
						 .min = 1 },
					&LineFields::id),
			bind({ .name = "ts",
						 .sentence = "When it was said: date and time in UTC.",
						 .required = true },
					&LineFields::ts),
			bind({ .name = "from", .sentence = "Who said it.", .required = true },
					&LineFields::from),
			bind({ .name = "to",
						 .sentence = "Who was addressed; empty: nobody.",
						 .required = true },
					&LineFields::to),
			bind({ .name = "content",
						 .sentence = "What was said.",
						 .required = true,
						 .max_length = LARGEST_RESULT },
					&LineFields::content),
			bind({ .name = "kind",
						 .sentence = "What kind of line.",
						 .required = true,
						 .values = LINE_KINDS },
					&LineFields::kind),
			bind({ .name = "importance", .sentence = "How much it weighs.", .required = true },
					&LineFields::importance),
			bind({ .name = "pinned", .sentence = "Whether it is kept for good.", .required = true },
					&LineFields::pinned),
			bind({ .name = "summarised", .sentence = "True when a summary covers it." },
					&LineFields::summarised),
			bind({ .name = "score",
						 .sentence = "Found by words: relevance, and half of recency and weight." },
					&LineFields::score),
			bind({ .name = "relevance", .sentence = "How well it fits, from 0 to 1." },
					&LineFields::relevance),
			bind({ .name = "recency", .sentence = "How new it is, from 0 to 1." },
					&LineFields::recency),
			bind({ .name = "weight", .sentence = "Its importance, of the most there is." },
					&LineFields::weight),
		};
	}
};

struct SearchReply {
	std::vector<LineFields> lines;
	bool complete = true;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "lines",
						 .sentence = "What fits, the best first.",
						 .required = true,
						 .max_length = vocabulary::MOST_LINES_SHOWN },
					&SearchReply::lines),
			bind({ .name = "complete",
						 .sentence = "False: there may be older lines that fit.",
						 .required = true },
					&SearchReply::complete),
		};
	}
};

struct SearchRequest {
	using Reply = SearchReply;
	static constexpr RequestWords WORDS{ .name = "search_request",
		.sentence = "Search in all that an agent said or heard.",
		.long_answer = true };
	AgentId agent;
	std::string text;
	std::string match;
	std::optional<ParticipantId> from;
	std::string kind;
	std::string since;
	std::string until;
	std::size_t limit = LINES_SHOWN;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(AGENT, &SearchRequest::agent),
			bind({ .name = "text",
						 .sentence = "Words to look for.",
						 .required = true,
						 .min_length = 1,
						 .max_length = LONGEST_SENTENCE },
					&SearchRequest::text),
			bind({ .name = "match",
						 .sentence = "Whether a line must have all the words, or any of them; all "
									 "when absent.",
						 .values = WORD_MATCHES },
					&SearchRequest::match),
			bind(WHO_SAID_IT, &SearchRequest::from),
			bind(KIND_OF_LINE, &SearchRequest::kind),
			bind({ .name = "since",
						 .sentence = "Only what was said then or later: date and time, such as "
									 "2026-01-31T12:00:00Z.",
						 .one_line = true,
						 .min_length = 1 },
					&SearchRequest::since),
			bind({ .name = "until",
						 .sentence = "Only what was said before: date and time.",
						 .one_line = true,
						 .min_length = 1 },
					&SearchRequest::until),
			bind(LINE_LIMIT, &SearchRequest::limit),
		};
	}
};

struct MemoryReply {
	std::vector<LineFields> lines;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "lines",
						 .sentence = "The newest first.",
						 .required = true,
						 .max_length = vocabulary::MOST_LINES_SHOWN },
					&MemoryReply::lines),
		};
	}
};

struct MemoryRequest {
	using Reply = MemoryReply;
	static constexpr RequestWords WORDS{ .name = "memory_request",
		.sentence = "List what an agent remembers, newest first.",
		.long_answer = true };
	AgentId agent;
	std::optional<bool> pinned;
	std::optional<ParticipantId> from;
	std::string kind;
	std::int64_t before = 0; // 0: from the newest on
	std::size_t limit = LINES_SHOWN;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(AGENT, &MemoryRequest::agent),
			bind({ .name = "pinned", .sentence = "Only lines that are pinned, or are not." },
					&MemoryRequest::pinned),
			bind(WHO_SAID_IT, &MemoryRequest::from),
			bind(KIND_OF_LINE, &MemoryRequest::kind),
			bind({ .name = "before",
						 .sentence = "Only lines older than the one of this id, to read on.",
						 .min = 1 },
					&MemoryRequest::before),
			bind(LINE_LIMIT, &MemoryRequest::limit),
		};
	}
};

// Which lines were changed.
struct ChangedLinesReply {
	std::uint64_t count = 0;
	std::optional<std::vector<std::int64_t>> line_ids; // none: too many to list
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "count", .sentence = "How many lines it concerns.", .required = true },
					&ChangedLinesReply::count),
			bind({ .name = "line_ids",
						 .sentence = "Their ids; absent when they are more than a hundred.",
						 .max_length = MOST_LINES_NAMED,
						 .min = 1 },
					&ChangedLinesReply::line_ids),
		};
	}
};

struct PinRequest {
	using Reply = ChangedLinesReply;
	static constexpr RequestWords WORDS{ .name = "memory_pin_request",
		.sentence = "Keep a line for good, and in each prompt." };
	AgentId agent;
	std::int64_t line = 0;
	bool pinned = true;
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::AGENT, &PinRequest::agent),
			bind(vocabulary::LINE, &PinRequest::line),
			bind({ .name = "pinned", .sentence = "False lets go of the line; true when absent." },
					&PinRequest::pinned),
		};
	}
};

struct EditRequest {
	using Reply = ChangedLinesReply;
	static constexpr RequestWords WORDS{ .name = "memory_edit_request",
		.sentence = "Change what an agent remembers." };
	AgentId agent;
	std::int64_t line = 0;
	std::optional<std::string> content;
	std::optional<double> importance;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(AGENT, &EditRequest::agent),
			bind(LINE, &EditRequest::line),
			bind({ .name = "content",
						 .sentence = "What the agent remembers instead.",
						 .min_length = 1,
						 .max_length = LONGEST_SPEECH },
					&EditRequest::content),
			bind(IMPORTANCE, &EditRequest::importance),
		};
	}
};

struct ForgetRequest {
	using Reply = ChangedLinesReply;
	static constexpr RequestWords WORDS{ .name = "memory_forget_request",
		.sentence = "Let an agent forget lines." };
	AgentId agent;
	std::optional<std::int64_t> line;
	std::optional<ParticipantId> from;
	bool all = false;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(AGENT, &ForgetRequest::agent),
			bind({ .name = "line_id", .sentence = "This one line.", .min = 1 },
					&ForgetRequest::line),
			bind({ .name = "from",
						 .kind = identifier,
						 .sentence = "All that this participant said." },
					&ForgetRequest::from),
			bind({ .name = "all", .sentence = "True: all that the agent remembers." },
					&ForgetRequest::all),
		};
	}
};

struct NoteRequest {
	using Reply = ChangedLinesReply;
	static constexpr RequestWords WORDS{ .name = "memory_note_request",
		.sentence = "Give an agent a line to remember." };
	AgentId agent;
	std::string content;
	ParticipantId from = ParticipantId::player(0);
	double importance = IMPORTANCE_NOTE;
	bool pinned = true;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(AGENT, &NoteRequest::agent),
			bind({ .name = "content",
						 .sentence = "What the agent is to remember.",
						 .required = true,
						 .min_length = 1,
						 .max_length = LONGEST_SPEECH },
					&NoteRequest::content),
			bind({ .name = "from",
						 .kind = identifier,
						 .sentence = "Whose note it is; player_0 when absent." },
					&NoteRequest::from),
			bind(IMPORTANCE, &NoteRequest::importance),
			bind({ .name = "pinned",
						 .sentence = "Whether each prompt shows it, among the newest five; true "
									 "when absent." },
					&NoteRequest::pinned),
		};
	}
};

struct SummaryReply {
	std::uint64_t count = 0;
	std::optional<std::int64_t> summary;
	std::optional<std::string> content;
	std::optional<std::uint64_t> removed;
	std::optional<std::string> mind;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "count",
						 .sentence = "How many lines were summed up.",
						 .required = true },
					&SummaryReply::count),
			bind({ .name = "summary_id",
						 .sentence = "The line that holds the summary; absent when there was "
									 "nothing to sum up.",
						 .min = 1 },
					&SummaryReply::summary),
			bind({ .name = "content", .sentence = "The summary.", .max_length = LARGEST_RESULT },
					&SummaryReply::content),
			bind({ .name = "removed", .sentence = "How many lines went." }, &SummaryReply::removed),
			bind({ .name = "mind",
						 .sentence = "What kind of mind has made it: the agent's own, or offline "
									 "when that is none outside the game, has failed or may "
									 "cost nothing more.",
						 .one_line = true },
					&SummaryReply::mind),
		};
	}
};

struct SummariseRequest {
	using Reply = SummaryReply;
	static constexpr RequestWords WORDS{ .name = "memory_summarise_request",
		.sentence = "Sum up the older talk of an agent." };
	static constexpr std::int64_t LINES_KEPT = 20; // lines that a summary leaves out by default
	AgentId agent;
	std::int64_t keep = LINES_KEPT;
	bool remove_originals = false;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(AGENT, &SummariseRequest::agent),
			bind({ .name = "keep",
						 .sentence = "So many of the newest lines stay out of the summary; 20 when "
									 "absent.",
						 .min = 5,
						 .max = 10'000 },
					&SummariseRequest::keep),
			bind({ .name = "remove_originals",
						 .sentence = "True: the lines go when the summary is there; else they can "
									 "still be found." },
					&SummariseRequest::remove_originals),
		};
	}
};

} // namespace agent_runtime
