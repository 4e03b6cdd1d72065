#pragma once

#include <utility>

namespace agent_runtime {

// Runs a function when the scope is left, however that happens.
//
//	const AtEnd wakes_waiters([this] { … });
//
// Thread rule: the thread of the scope.
template <typename Function>
class AtEnd {
public:
	explicit AtEnd(Function function) :
			function_(std::move(function)) {}
	~AtEnd() { function_(); }
	AtEnd(const AtEnd &) = delete;
	AtEnd &operator=(const AtEnd &) = delete;

private:
	const Function function_;
};

} // namespace agent_runtime
