#include "core/agents/shown_walks.h"

namespace agent_runtime {

void ShownWalks::put(std::span<const AgentPath> paths, std::span<const AgentFacing> turns) {
	if (paths.empty() && turns.empty()) {
		return;
	}
	const Lock lock(mutex_);
	for (const AgentPath &path : paths) {
		paths_.put(path);
	}
	for (const AgentFacing &turn : turns) {
		turns_.put(turn);
	}
}

void ShownWalks::discard(AgentId agent) {
	const Lock lock(mutex_);
	paths_.discard(agent);
	turns_.discard(agent);
}

std::optional<AgentPath> ShownWalks::take_path() {
	const Lock lock(mutex_);
	return paths_.take();
}

std::optional<AgentFacing> ShownWalks::take_turn() {
	const Lock lock(mutex_);
	return turns_.take();
}

} // namespace agent_runtime
