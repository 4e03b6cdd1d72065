#pragma once

// Where an agent that is spawned appears, and what is wrong with the place that was asked for.
// Thread rule: any thread.

#include "core/agents/agent_config_fields.h"
#include "core/base/log.h"
#include "core/world/grid_map.h"

#include <string>

namespace agent_runtime {

Status no_seat(const char *field, const std::string &seat);

// Where there is no map yet, one with that seat may come.
Status check_seat(const AgentConfigFields &config, const GridMapPtr &map);

// Who has a seat and is put nowhere else sits on it.
TilePosition first_place(const AgentConfigFields &config, const GridMapPtr &map);

// Who is put beyond the map is not left there; the game's own agents stand where it says. The
// origin is where all are put of whom nothing is said.
void warn_if_off_map(const AgentConfigFields &config, const GridMapPtr &map, const Logger &log);

} // namespace agent_runtime
