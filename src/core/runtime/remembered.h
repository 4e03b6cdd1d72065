#pragma once

// Reads what an agent remembers from the database, in the form that the step engine and minds use.

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

// Its newest pinned lines and its newest summary; null when it has neither.
Result<KeptLinesPtr> kept_lines(Database &database, std::string_view agent);

// The name of a speaker; for a player "Player", and nothing for somebody who never existed.
Result<std::string> speaker_name(Database &database, const std::string &speaker);

} // namespace agent_runtime
