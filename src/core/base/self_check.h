#pragma once

// Checks whether the libraries built into ours work where it runs, since it may load on a system
// whose C++ runtime does not fit. Takes about a millisecond and touches no file.

#include <string>
#include <vector>

namespace agent_runtime {

// A sentence for each part that does not work; empty when all do. Thread rule: any thread.
std::vector<std::string> find_library_problems();

} // namespace agent_runtime
