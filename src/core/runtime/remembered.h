#pragma once

// What an agent remembers, as the step engine and minds know it, read from the database.

#include "core/agents/kept_lines.h"
#include "core/agents/message.h"
#include "core/base/status.h"
#include "core/store/database.h"

#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// The newest lines that an agent heard or said, oldest first.
Result<std::vector<MessagePtr>> remembered_lines(Database &database, std::string_view agent);

// Its newest pinned lines and its newest summary; null when there is neither.
Result<KeptLinesPtr> kept_lines(Database &database, std::string_view agent);

// What somebody is called; of a player "Player", and nothing of who never was.
Result<std::string> speaker_name(Database &database, const std::string &speaker);

} // namespace agent_runtime
