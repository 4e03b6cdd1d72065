#pragma once

#include <string_view>

namespace agent_runtime {

// Whether people might talk about this word: it is long, and not one that everybody uses about
// everything. Thread rule: any thread.
bool may_be_topic(std::string_view word);

} // namespace agent_runtime
