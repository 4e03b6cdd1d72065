#pragma once

#include <string>

namespace agent_runtime {

// Within a `catch (...)`: what was thrown, such as "an exception: no memory". Code of others may
// throw anything, and whoever catches std::exception alone lets the rest end the thread.
// Thread rule: any thread.
std::string thrown_text();

} // namespace agent_runtime
