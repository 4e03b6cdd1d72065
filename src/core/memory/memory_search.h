#pragma once

// Finds what an agent remembers by words, and ranks it by how well a line matches the words, how
// recently it was said, and how important it is. It looks only at a limited number of lines, the
// newest that match, so that a word in all of them costs no more than a rare one.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/memory/memory_lines.h"
#include "core/store/database.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

struct MemoryQuery {
	// How many matching lines are looked at, and how many are ranked, at most.
	static constexpr std::size_t MOST_INSPECTED = 4000;
	static constexpr std::size_t MOST_WEIGHED = 1000;
	// After this long the bonus for a new line has halved.
	static constexpr Micros HALF_LIFE = std::chrono::hours(24);

	std::string agent_id = {};
	// A user's text: quotes, operators and punctuation in it have no meaning. Without words,
	// nothing is found.
	std::string text = {};
	bool any_word = false; // otherwise a line must contain all words
	std::string kind = {}; // empty: all
	std::string from = {}; // empty: from anybody
	std::optional<WallTime> since = {};
	std::optional<WallTime> until = {}; // exclusive
	std::size_t limit = 20;
	WallTime now = {}; // how new a line is counts up to this moment
};

// A line and the reasons why it was found, each from 0 to 1. Its score is relevance plus half of
// recency and half of weight, and one more for a pinned line.
struct RankedLine {
	MemoryLine line;
	double score = 0.0;
	double relevance = 0.0;
	double recency = 0.0;
	double weight = 0.0; // its importance, as a share of the greatest possible
};

struct MemoryFindings {
	std::vector<RankedLine> lines; // the best first; among equals the newer first
	std::size_t inspected = 0;
	bool is_complete = true; // false: there may be older lines that match
};

Result<MemoryFindings> search_memory(Database &database, const MemoryQuery &query);

} // namespace agent_runtime
