#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"
#include "core/mind/mind.h"
#include "core/mind/offer_scope.h"

#include <cstdint>
#include <string>

namespace agent_runtime {

// What the game is asked for. It has to report how each call ended.
enum class CallKind : std::uint8_t {
	walk, // walk an agent to a place
	action, // do what an agent decided
	context, // say what an agent perceives
	tool, // use a tool that a mind wants
	mind, // answer as a mind does, for an agent or for anybody else
};

// Calls that no step of the world makes have numbers from here on. No file holds these. A load ends
// the calls that steps of the world before it have made, and leaves these alone.
inline constexpr CallId::Number FIRST_CALL_OUTSIDE_STEPS = CallId::Number{ 1 } << 62U;
constexpr bool is_of_step(CallId call) {
	return call.number() < FIRST_CALL_OUTSIDE_STEPS;
}

// Thread rule: immutable.
struct GameCall {
	CallId call;
	AgentId agent;
	CallKind kind = CallKind::walk;
	TilePosition target = {}; // for a walk
	std::string action = {}; // the name of the action or the tool
	std::string arguments = {}; // for an action or a tool, a JSON object; for a mind, its question
	bool withdrawn = false; // for a mind: the answer to an earlier call is no longer wanted
	TraceId trace = {}; // what it belongs to
	TilePosition face = {}; // where to look when the walk is over; the target itself: anywhere
	// For an action or a tool: where it was offered, how long it may take (zero: as usual), and
	// whether the runtime itself carries it out.
	OfferScope offered_to = {};
	Micros deadline{};
	bool is_native = false;
	std::string account = {}; // for a mind: who pays
};

// A walk that the game was asked for and has not ended itself is over, and must stop. Thread rule:
// immutable.
struct CancelledWalk {
	CallId call;
	AgentId agent;
	std::string reason;
	bool is_closed = false; // its deadline has passed
};

} // namespace agent_runtime
