#pragma once

// The tables, as numbered steps: `PRAGMA user_version` says how many a file has seen. A step that
// was released is never changed; what is missing comes as a new one. Names that the specs give
// stand literally. Points in time are microseconds since the Unix epoch, UTC.

#include "core/base/status.h"
#include "core/store/database.h"

#include <cstdint>

namespace agent_runtime {

// In the file's header: tells our files from those of other programs.
inline constexpr std::int64_t STORE_APPLICATION_ID = 0x4167'5274; // "AgRt"

// What the program knows; a file beyond it was written by a newer one.
int newest_schema_version();

// Brings the file up to `version`, each step in a transaction of its own. Steps that are done, here
// or meanwhile in another process, are skipped.
Status migrate(Database &database, int version = newest_schema_version());

} // namespace agent_runtime
