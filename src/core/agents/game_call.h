#pragma once

#include "core/base/ids.h"
#include "core/base/trace_id.h"
#include "core/mind/mind.h"

#include <cstdint>
#include <string>

namespace agent_runtime {

// What the game is asked for, and has to say how it ended.
enum class CallKind : std::uint8_t {
	walk, // to walk an agent to a place
	action, // to do what an agent decided
	context, // to say what an agent perceives
	tool, // to use a tool that a mind wants
	mind, // to think for an agent
};

// Thread rule: immutable.
struct GameCall {
	CallId call;
	AgentId agent;
	CallKind kind = CallKind::walk;
	TilePosition target = {}; // of a walk
	std::string action = {}; // its name, or that of the tool
	std::string
			arguments = {}; // of an action or a tool, a JSON object; of a mind, what it is asked
	bool withdrawn = false; // of a mind: the answer to an earlier call is not wanted any more
	TraceId trace = {}; // what it belongs to
	TilePosition face = {}; // what to look at when the walk is over; the target: no matter what
};

// A walk that the game was asked for and has not ended itself is over: it is to stop.
// Thread rule: immutable.
struct CancelledWalk {
	CallId call;
	AgentId agent;
	std::string reason;
	bool is_closed = false; // the game has let its deadline pass
};

} // namespace agent_runtime
