#pragma once

#include "core/agents/latest_values.h"
#include "core/base/mutex.h"
#include "core/log/published.h"
#include "core/mind/mind.h"

#include <optional>
#include <span>

namespace agent_runtime {

// An agent on its way.
struct MovingPosition {
	AgentId agent;
	TilePosition position;
	StepNumber step; // that took it
};

// Where agents are that are in motion: a place for the latest value of each, so that a reader that
// comes seldom sees few values and never old ones. Nothing of it is stored. An event of the same
// step or a later one, which says where the agent is for good, makes the value stale.
// Thread rule: any thread.
class MovingPositions {
public:
	void put(std::span<const MovingPosition> positions);
	void discard_stale(const PublishedEvent &event);
	// Each value once, in the order in which they came.
	std::optional<MovingPosition> take();

private:
	Mutex mutex_;
	LatestValues<MovingPosition> latest_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
