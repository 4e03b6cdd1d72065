#pragma once

// SQLite's result codes as Status: which of our codes, and one sentence that says what to try.

#include "core/base/status.h"

#include <string_view>

struct sqlite3;

namespace agent_runtime {

// The closed list's code for a result code of SQLite, plain or extended; not for SQLITE_OK.
StatusCode status_code_of_sqlite(int code);

// Whether the code speaks of the file or the disk under it, or of a lock on it, and not of what was
// asked: the same request may succeed later.
bool is_storage_failure(int code);

// "could not DOING: what SQLite says; what to try". `connection` may be null.
Status sqlite_status(sqlite3 *connection, int code, std::string_view doing);

} // namespace agent_runtime
