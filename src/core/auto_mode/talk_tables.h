#pragma once

#include "core/store/schema.h"

namespace agent_runtime {

// The tables of conversations that are led, with what was said in them turn by turn.
const RoomTables &talk_tables();

} // namespace agent_runtime
