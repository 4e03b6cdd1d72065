#pragma once

#include "core/base/ids.h"
#include "core/mind/mind.h"

#include <cstdint>
#include <string>

namespace agent_runtime {

// What the game is asked for, and has to say how it ended.
enum class CallKind : std::uint8_t {
	walk, // to walk an agent to a place
	action, // to do what an agent decided
	context, // to say what an agent perceives
};

// Thread rule: immutable.
struct GameCall {
	CallId call;
	AgentId agent;
	CallKind kind = CallKind::walk;
	TilePosition target = {}; // of a walk
	std::string action = {}; // its name
	std::string arguments = {}; // of an action, a JSON object
};

} // namespace agent_runtime
