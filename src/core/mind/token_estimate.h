#pragma once

// Estimates how many tokens a text has before anybody has counted them. Budgets are reserved by it,
// so the estimate is rather too high than too low. The real number comes with the answer.

#include "core/mind/model.h"

#include <cstdint>
#include <string_view>

namespace agent_runtime {

// At least one token for four bytes. European prose has about three bytes a token, other scripts
// one or two tokens a character, and signs and digits one each.
std::int64_t estimate_tokens(std::string_view text);

// Counts everything that is sent: system prompt, messages, and the tools with what providers add
// for them.
std::int64_t estimate_tokens(const ModelRequest &request);

} // namespace agent_runtime
