#pragma once

#include "core/store/schema.h"

namespace agent_runtime {

// What minds have cost, by account. Nothing ever undoes it, neither a save game nor retention.
const RoomTables &ledger_tables();

} // namespace agent_runtime
