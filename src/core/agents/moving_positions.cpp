#include "core/agents/moving_positions.h"

namespace agent_runtime {

void MovingPositions::put(std::span<const MovingPosition> positions) {
	const std::lock_guard lock(mutex_);
	for (const MovingPosition &each : positions) {
		if (latest_.insert_or_assign(each.agent, each).second) {
			order_.push_back(each.agent);
		}
	}
}

void MovingPositions::discard_stale(const PublishedEvent &event) {
	const EventData &data = event.event.data;
	const bool ended = std::holds_alternative<AgentTerminated>(data);
	// One that comes back with a saved world was elsewhere before.
	if (!ended && !std::holds_alternative<AgentMoved>(data) &&
			!std::holds_alternative<AgentSpawned>(data)) {
		return;
	}
	const std::lock_guard lock(mutex_);
	const auto found = latest_.find(event.event.entity.agent_id());
	// An event that was read from the log does not know its step, and is older than any value here.
	if (found != latest_.end() && (ended || found->second.step <= event.step)) {
		std::erase(order_, found->first);
		latest_.erase(found);
	}
}

std::optional<MovingPosition> MovingPositions::take() {
	const std::lock_guard lock(mutex_);
	if (order_.empty()) {
		return std::nullopt;
	}
	const auto found = latest_.find(order_.front());
	const MovingPosition taken = found->second;
	latest_.erase(found);
	order_.pop_front();
	return taken;
}

} // namespace agent_runtime
