#pragma once

// What an agent remembers, found by words and put in order: how well a line fits the words, how
// lately it was said, and how much it matters. Only so many lines are looked at, the newest that
// fit, so that a word that is in all of them costs no more than a rare one.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/memory_lines.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

struct MemoryQuery {
	// At most so many lines that fit are looked at, and at most so many are weighed.
	static constexpr std::size_t MOST_INSPECTED = 4000;
	static constexpr std::size_t MOST_WEIGHED = 1000;
	// After so long a line counts half of what it did for being new.
	static constexpr Micros HALF_LIFE = std::chrono::hours(24);

	std::string agent_id = {};
	// A user's: quotes, operators and punctuation in it mean nothing. No words: nothing is found.
	std::string text = {};
	bool any_word = false; // else a line must have all of them
	std::string kind = {}; // empty: all
	std::string from = {}; // empty: whoever said it
	std::optional<WallTime> since = {};
	std::optional<WallTime> until = {}; // not included
	std::size_t limit = 20;
	WallTime now = {}; // what is new is new to this moment
};

// A line and what it was found by, each from 0 to 1: score is relevance, and half of recency and of
// weight, and a whole point more for a pinned line.
struct RankedLine {
	MemoryLine line;
	double score = 0.0;
	double relevance = 0.0;
	double recency = 0.0;
	double weight = 0.0; // its importance, of the most there is
};

struct MemoryFindings {
	std::vector<RankedLine> lines; // the best first; of equals the newer
	std::size_t inspected = 0;
	bool is_complete = true; // false: there may be older lines that fit
};

Result<MemoryFindings> search_memory(Database &database, const MemoryQuery &query);

} // namespace agent_runtime
