#include "core/agents/agent.h"

#include <algorithm>

namespace agent_runtime {

void Agent::remember(const MessagePtr &message) {
	const auto free = std::find(recent.begin(), recent.end(), nullptr);
	if (free != recent.end()) {
		*free = message;
		return;
	}
	std::rotate(recent.begin(), recent.begin() + 1, recent.end());
	recent.back() = message;
}

} // namespace agent_runtime
