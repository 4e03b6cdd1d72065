#pragma once

// Where a spawned agent appears, and what is wrong with the place that was asked for. Thread rule:
// any thread.

#include "core/agents/agent_config_fields.h"
#include "core/base/log.h"
#include "core/world/grid_map.h"

#include <string>

namespace agent_runtime {

Status no_seat(const char *field, const std::string &seat);

// Without a map the seat may exist later.
Status check_seat(const AgentConfigFields &config, const GridMapPtr &map);

// An agent with a seat that is not put anywhere else sits on it.
TilePosition first_place(const AgentConfigFields &config, const GridMapPtr &map);

// An agent that is put outside the map is moved onto it; the game's own agents stand where the game
// says. The origin is the place of all agents for which none was given.
void warn_if_off_map(const AgentConfigFields &config, const GridMapPtr &map, const Logger &log);

} // namespace agent_runtime
