#pragma once

// The index of the words that were said, which memory_search.h queries. It is filled away from the
// hot path: a cursor in `meta` says how far it has come, and SearchIndex moves it on while nobody
// writes. What was said in the last moments is found a little later.
//
// A text that several agents heard is indexed once. Their lines have consecutive ids, and the entry
// has the id of the first. It lists their owners in the order of the lines, so an agent's line is
// the first line's id plus the agent's index in that list. An entry goes with the last of its
// lines, so it may list owners without a line.

#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/idle_work.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

// How many lines one entry can have at most.
inline constexpr std::int64_t MOST_OWNERS = 500;

// Brings the index up to date.
// Owned by the Writer. Thread rule: worker only (the writer's).
class SearchIndex : public IdleWork {
public:
	Result<bool> run(Database &database) override;
};

// The word under which the index finds everything of an agent. It is one word, whatever its id
// looks like.
std::string owner_word(std::string_view agent_id);

// Inside a write transaction: all lines change from here on, and the index is filled again, on top
// of what it contains.
Status reindex_all(Database &database);

// Inside a write transaction, for a line that was changed, or that is being removed or is gone.
// Leaves out what the index has not come to yet.
Status reindex_line(Database &database, std::int64_t id);
Status unindex_line(Database &database, std::int64_t id);
// What was said in a world that is gone must not be found by its words. Removes the first `most`
// lines of this table from the index, except those whose ids are lines of today's world.
Status unindex_lines(Database &database, const std::string &table, std::int64_t most);

} // namespace agent_runtime
