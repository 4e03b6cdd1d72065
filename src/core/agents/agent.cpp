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

void Agent::keep(const KeptLinesPtr &lines) {
	kept = lines == nullptr ? nullptr : std::make_unique<const KeptLinesPtr>(lines);
}

} // namespace agent_runtime
