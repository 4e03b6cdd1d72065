#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace agent_runtime {

// "1 call", "2 calls", "0 calls", for words whose plural ends in s.
// Thread rule: any thread.
template <std::integral Count>
std::string counted(Count count, std::string_view thing) {
	return std::to_string(count).append(" ").append(thing).append(count == 1 ? "" : "s");
}

} // namespace agent_runtime
