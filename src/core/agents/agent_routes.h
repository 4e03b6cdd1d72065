#pragma once

// The paths of requests about agents.
// Thread rule: immutable.

#include "core/agents/agent_messages.h"
#include "core/gateway/route.h"

namespace agent_runtime {

inline constexpr Route AGENT_ROUTES[] = {
	{ .path = "/agents", .request = ListAgentsRequest::WORDS.name },
	{ .path = "/agents/{agent_id}", .request = AgentStateRequest::WORDS.name },
};

} // namespace agent_runtime
