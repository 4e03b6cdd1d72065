#pragma once

#include "core/store/schema.h"

namespace agent_runtime {

// Jobs, and what was sent to their programs. No load of a saved world rewinds them.
const RoomTables &job_tables();

} // namespace agent_runtime
