#pragma once

// SQLite's result codes as Status: one of our codes, and a sentence that says what to try.

#include "core/base/status.h"

#include <string_view>

struct sqlite3;

namespace agent_runtime {

// Our code for a result code of SQLite, basic or extended; not for SQLITE_OK.
StatusCode status_code_of_sqlite(int code);

// Whether the code is about the file, its disk or its lock rather than about the request, which may
// succeed later.
bool is_storage_failure(int code);

// "could not DOING: what SQLite says; what to try". `connection` may be null.
Status sqlite_status(sqlite3 *connection, int code, std::string_view doing);

} // namespace agent_runtime
