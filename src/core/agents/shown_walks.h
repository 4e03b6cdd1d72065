#pragma once

#include "core/agents/latest_values.h"
#include "core/base/mutex.h"
#include "core/mind/mind.h"
#include "core/world/tile.h"

#include <optional>
#include <span>
#include <vector>

namespace agent_runtime {

// The path of an agent from where it stands; empty: it stands still.
struct AgentPath {
	AgentId agent;
	std::vector<TilePosition> path;
	float speed = 0.0f; // in tiles a second of sim time
	StepNumber step;
};

// Where an agent looks now.
struct AgentFacing {
	AgentId agent;
	Facing facing = Facing::down;
	StepNumber step;
};

// The newest of both, for a game that shows agents on their way. Nothing of it is stored. Thread
// rule: any thread.
class ShownWalks {
public:
	void put(std::span<const AgentPath> paths, std::span<const AgentFacing> turns);
	// Nobody shows the agent any more.
	void discard(AgentId agent);
	std::optional<AgentPath> take_path();
	std::optional<AgentFacing> take_turn();

private:
	Mutex mutex_;
	LatestValues<AgentPath> paths_ AR_GUARDED_BY(mutex_);
	LatestValues<AgentFacing> turns_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
