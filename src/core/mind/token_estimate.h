#pragma once

// How many tokens a text may be, before anybody has counted them: rather too many than too few,
// because budgets are reserved by it. What was really used comes back with the answer.

#include "core/mind/model.h"

#include <cstdint>
#include <string_view>

namespace agent_runtime {

// At least one for four bytes. Prose of European languages comes to about three bytes a token,
// other scripts to one token or two a character, signs and figures to one each.
std::int64_t estimate_tokens(std::string_view text);

// Everything that is sent: system prompt, messages, and the tools with what providers add for them.
std::int64_t estimate_tokens(const ModelRequest &request);

} // namespace agent_runtime
