#pragma once

#include "core/store/schema.h"

namespace agent_runtime {

// The tables of all rooms that a game has.
Schema game_schema();

} // namespace agent_runtime
