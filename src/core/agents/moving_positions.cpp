#include "core/agents/moving_positions.h"

namespace agent_runtime {

void MovingPositions::put(std::span<const MovingPosition> positions) {
	const Lock lock(mutex_);
	for (const MovingPosition &each : positions) {
		latest_.put(each);
	}
}

void MovingPositions::discard_stale(const PublishedEvent &event) {
	const bool ended = std::holds_alternative<AgentTerminated>(event.event.data);
	if (!ended && !std::holds_alternative<AgentMoved>(event.event.data)) {
		return;
	}
	const Lock lock(mutex_);
	const MovingPosition *found = latest_.find(event.event.entity.agent_id());
	// An event that was read from the log does not know its step, and is older than any value here.
	if (found != nullptr && (ended || found->step <= event.step)) {
		latest_.discard(found->agent);
	}
}

std::optional<MovingPosition> MovingPositions::take() {
	const Lock lock(mutex_);
	return latest_.take();
}

} // namespace agent_runtime
