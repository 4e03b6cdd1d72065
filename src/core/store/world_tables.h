#pragma once

// What a world consists of in the database: these tables are saved, and stand under their names
// when a saved world is loaded. All else in the file (the event log, the ledger, locks, the history
// of states, recordings) is of the file, and no load rewinds it.
// A table that belongs to the world is added here, and nowhere else. It may have no column with
// bytes in it; a column `generation` is set to that of the world, and the numbers in a column
// `number` are those of its ids, none of which is given twice.

#include <array>
#include <string_view>

namespace agent_runtime {

inline constexpr std::array<std::string_view, 5> WORLD_TABLES = {
	"agents",
	"agent_conversations",
	"agent_tasks",
	"auto_conversations",
	"auto_messages",
};

} // namespace agent_runtime
