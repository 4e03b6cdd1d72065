#include "core/agents/moving_positions.h"

#include "core/agents/event.h"

namespace agent_runtime {

void MovingPositions::put(std::span<const MovingPosition> positions) {
	const Lock lock(mutex_);
	for (const MovingPosition &each : positions) {
		latest_.put(each);
	}
}

void MovingPositions::discard_stale(const PublishedEvent &event) {
	const bool ended = event.event.data.is<AgentTerminated>();
	if (!ended && !event.event.data.is<AgentMoved>()) {
		return;
	}
	const Lock lock(mutex_);
	const MovingPosition *found = latest_.find(event.event.subject.agent_id());
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
