#pragma once

#include "core/store/schema.h"

#include <string>

namespace agent_runtime {

// The tables of agents: who they are, what they remember, what they have to do, which states they
// were in, and the inputs of a recorded world. They need the tables of the log.
const RoomTables &agent_tables();

// Whether the file at this path is a database in which there are agents. Changes nothing.
bool holds_agents(const std::string &path);

} // namespace agent_runtime
