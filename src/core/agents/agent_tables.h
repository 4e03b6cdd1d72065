#pragma once

#include "core/store/schema.h"

namespace agent_runtime {

// The tables of agents: who they are, what they remember, what they are to do, which states they
// were in, and the inputs of a run that is recorded. They need those of the log.
const RoomTables &agent_tables();

} // namespace agent_runtime
