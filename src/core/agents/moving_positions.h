#pragma once

#include "core/agents/latest_values.h"
#include "core/base/mutex.h"
#include "core/log/published.h"
#include "core/mind/mind.h"

#include <optional>
#include <span>

namespace agent_runtime {

// The position of an agent on its way.
struct MovingPosition {
	AgentId agent;
	TilePosition position;
	StepNumber step; // the step that it came from
};

// Where moving agents are: the latest value of each, so that a reader that comes seldom sees few
// values and never old ones. Nothing of it is stored. An event from the same step or a later one
// that states the final position makes the value stale. Thread rule: any thread.
class MovingPositions {
public:
	void put(std::span<const MovingPosition> positions);
	void discard_stale(const PublishedEvent &event);
	// Returns each value once, in the order in which they came.
	std::optional<MovingPosition> take();

private:
	Mutex mutex_;
	LatestValues<MovingPosition> latest_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
