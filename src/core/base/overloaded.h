#pragma once

namespace agent_runtime {

// Combines several lambdas into one function for std::visit. Each takes one of the alternatives,
// and leaving one out does not compile.
template <typename... Functions>
struct Overloaded : Functions... {
	using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

} // namespace agent_runtime
