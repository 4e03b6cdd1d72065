#pragma once

#include "core/store/schema.h"

namespace agent_runtime {

// The tables of the event log, and of claims, which are decided beside it.
const RoomTables &log_tables();

} // namespace agent_runtime
