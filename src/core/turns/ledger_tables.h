#pragma once

#include "core/store/schema.h"

namespace agent_runtime {

// What minds have cost, by account. None of it is ever taken back: no save game, no retention.
const RoomTables &ledger_tables();

} // namespace agent_runtime
