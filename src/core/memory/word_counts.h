#pragma once

// Functions for queries of the search index. word_counts(TABLE) returns how often the current row
// contains each of the words searched for, and how many words it has in total. It looks at that row
// alone, while bm25() reads all rows of the table that contain a word. first_place(TABLE) returns
// the position, from 0, of the first of the words in its column.

#include "core/base/status.h"
#include "core/store/statement.h"

#include <cstdint>
#include <vector>

struct sqlite3;

namespace agent_runtime {

// Call once for each connection.
Status register_word_counts(sqlite3 *handle);

struct WordCounts {
	std::vector<std::int32_t> of_phrase; // in the order of the query's phrases
	std::int32_t words = 0; // of the row's last column
};

WordCounts read_word_counts(Blob blob);

} // namespace agent_runtime
