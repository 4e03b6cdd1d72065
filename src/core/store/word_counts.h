#pragma once

// Functions for queries of the search index: word_counts(TABLE) gives, of the current row, how
// often it has each of the words that are looked for, and how many words it has at all. It looks at
// that row alone, where bm25() reads all rows of the table that have a word. first_place(TABLE)
// gives the place, from 0, at which the first of the words stands in its column.

#include "core/base/status.h"
#include "core/store/statement.h"

#include <cstdint>
#include <vector>

struct sqlite3;

namespace agent_runtime {

// Once for each connection.
Status register_word_counts(sqlite3 *handle);

struct WordCounts {
	std::vector<std::int32_t> of_phrase; // in the order of the query's phrases
	std::int32_t words = 0; // of the row's last column
};

WordCounts read_word_counts(Blob blob);

} // namespace agent_runtime
