#pragma once

// Whether what is built into the library works where it runs: a library that loads may still meet a
// system whose C++ runtime does not fit. Takes about a millisecond and touches no file.

#include <string>
#include <vector>

namespace agent_runtime {

// A sentence for each part that does not work; empty when all do. Any thread.
std::vector<std::string> find_library_problems();

} // namespace agent_runtime
