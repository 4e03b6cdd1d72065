#pragma once

// Up to which numbers ids were given, as the file itself says. Exact after a clean end.

#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/id_marks.h"

namespace agent_runtime {

// Call inside a write transaction.
Status write_given_ids(Database &database, const IdNumbers &given);
// Anything but a number that a runtime could have given counts as none.
Result<IdNumbers> read_given_ids(Database &database);

} // namespace agent_runtime
