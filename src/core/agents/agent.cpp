#include "core/agents/agent.h"

#include <algorithm>

namespace agent_runtime {

const Walk Agent::NO_WALK;

Travels &Agent::travel() {
	if (travels == nullptr) {
		travels = std::make_unique<Travels>();
		travels->home = position;
	}
	return *travels;
}

void Agent::remember(const MessagePtr &message) {
	const auto free = std::find(recent.begin(), recent.end(), nullptr);
	if (free != recent.end()) {
		*free = message;
		return;
	}
	std::rotate(recent.begin(), recent.begin() + 1, recent.end());
	recent.back() = message;
}

Engagement &Agent::engage() {
	if (engagement == nullptr) {
		engagement = std::make_unique<Engagement>();
	}
	return *engagement;
}

void Agent::disengage_if_free() {
	if (engagement != nullptr && engagement->is_empty()) {
		engagement.reset();
	}
}

TaskPtr Agent::current_task() const {
	return engagement != nullptr && !engagement->tasks.empty() ? engagement->tasks.front()
															   : nullptr;
}

void Agent::keep(const KeptLinesPtr &lines) {
	kept = lines == nullptr ? nullptr : std::make_unique<const KeptLinesPtr>(lines);
}

} // namespace agent_runtime
