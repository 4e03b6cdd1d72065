#pragma once

#include <string_view>

namespace agent_runtime {

// Words that people talk about are long, and none of those that everybody uses about everything.
// Thread rule: any thread.
bool may_be_topic(std::string_view word);

} // namespace agent_runtime
