#pragma once

// The index of the words that were said, which memory_search.h asks. It is filled behind the hot
// path: a cursor in `meta` says how far it has come, and SearchIndex moves it on while nobody
// writes. What was said in the last moments is found a little later.
//
// A text that several heard is in it once. Their lines stand side by side, and the entry has the id
// of the first one; its owners are theirs, in the order of the lines, so that the place of an agent
// among them says which line is its own: the first line's id and so many more. An entry goes with
// the last of its lines, which may leave owners without a line behind.

#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/idle_task.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

// At most so many lines have one entry.
inline constexpr std::int64_t MOST_OWNERS = 500;

// Catches the index up.
// Owned by the Writer. Thread rule: worker only (the writer's).
class SearchIndex : public IdleTask {
public:
	Result<bool> run(Database &database) override;
};

// The word under which the index holds all that is an agent's: one word, whatever its id is made
// of.
std::string owner_word(std::string_view agent_id);

// Inside a write transaction: all lines are other ones from here on, and the index is filled anew,
// over what it holds.
Status reindex_all(Database &database);

// Inside a write transaction, for a line that was changed, or that goes or is gone. What the index
// has not come to yet is left to it.
Status reindex_line(Database &database, std::int64_t id);
Status unindex_line(Database &database, std::int64_t id);
// What was said in a world that is gone is not to be found by its words: of the lines of this table
// the first so many, but those whose ids are lines of today's world.
Status unindex_lines(Database &database, const std::string &table, std::int64_t most);

} // namespace agent_runtime
