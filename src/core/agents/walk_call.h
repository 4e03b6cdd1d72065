#pragma once

#include "core/base/ids.h"
#include "core/mind/mind.h"

namespace agent_runtime {

// What the game is asked to do: walk an agent to a place, and say how that ended.
// Thread rule: immutable.
struct WalkCall {
	CallId call;
	AgentId agent;
	TilePosition target;
};

} // namespace agent_runtime
