#pragma once

// The ids that a file has seen given, as it says itself: exact after a clean end.

#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/id_marks.h"

namespace agent_runtime {

// Inside a write transaction.
Status write_given_ids(Database &database, const IdNumbers &given);
// What is no number, or none that a runtime gives, counts as none.
Result<IdNumbers> read_given_ids(Database &database);

} // namespace agent_runtime
