#pragma once

#include <string>

namespace agent_runtime {

// Describes the current exception within a `catch (...)`, such as "an exception: no memory".
// Foreign code may throw anything, and catching only std::exception would let everything else end
// the thread. Thread rule: any thread.
std::string thrown_text();

} // namespace agent_runtime
