#pragma once

// Small facts about the file, by name, in the table `meta`: functions over a Database, for whoever
// reads or writes them. Thread rule: as the Database.

#include "core/base/status.h"
#include "core/store/database.h"

#include <string>
#include <string_view>

namespace agent_runtime {

// Empty when there is none.
Result<std::string> read_meta(Database &database, std::string_view key);
Status write_meta(Database &database, std::string_view key, std::string_view value);

// Names in `meta`: the id of the first event that is not pruned, and what a recording consists of,
// a JSON object whose `after` is the id of the last event before it.
inline constexpr std::string_view META_OLDEST_EVENT = "oldest_event";
inline constexpr std::string_view META_RECORDING = "recording";

} // namespace agent_runtime
