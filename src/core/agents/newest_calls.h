#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <set>

namespace agent_runtime {

// Calls that are not finished completely. If the rest never comes, the oldest are forgotten. Thread
// rule: one thread at a time.
class NewestCalls {
public:
	static constexpr std::size_t MOST = 10'000;

	void add(CallId call) {
		calls_.insert(call);
		if (calls_.size() > MOST) {
			calls_.erase(calls_.begin());
		}
	}
	// False when it is not among them.
	bool take(CallId call) { return calls_.erase(call) > 0; }
	bool contains(CallId call) const { return calls_.contains(call); }

private:
	std::set<CallId> calls_; // in the order of their numbers, and so of time
};

} // namespace agent_runtime
