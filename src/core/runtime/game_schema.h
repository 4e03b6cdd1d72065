#pragma once

#include "core/store/schema.h"

namespace agent_runtime {

// The tables of all rooms in a game.
Schema game_schema();

} // namespace agent_runtime
