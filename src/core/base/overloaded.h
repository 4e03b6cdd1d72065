#pragma once

namespace agent_runtime {

// One function of several lambdas, for std::visit: each takes one of the alternatives, and one that
// is forgotten does not compile.
template <typename... Functions>
struct Overloaded : Functions... {
	using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

} // namespace agent_runtime
