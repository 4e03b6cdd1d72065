#pragma once

#include "core/store/schema.h"

namespace agent_runtime {

// The tables of the event log.
const RoomTables &log_tables();

} // namespace agent_runtime
