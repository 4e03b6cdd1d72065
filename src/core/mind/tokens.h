#pragma once

#include <cstdint>
#include <string_view>

namespace agent_runtime {

// About how many tokens a text is to a language model, rather too many than too few: a token for
// every three and a half bytes of plain text, and one for each character of scripts that write
// words without spaces.
// Thread rule: any thread.
std::int64_t estimate_tokens(std::string_view text);

} // namespace agent_runtime
