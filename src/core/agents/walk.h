#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"
#include "core/mind/mind.h"
#include "core/world/tile.h"

#include <cstdint>
#include <optional>

namespace agent_runtime {

// In what a walk is to end.
enum class WalkGoal : std::uint8_t {
	tile, // right there
	nearby, // there, or as near as there is room
	beside, // next to another agent
};

struct WalkOrder {
	WalkGoal goal = WalkGoal::tile;
	std::optional<Facing> face = {}; // where to look on arrival; at the partner anyway
	AgentId partner = {}; // to be beside
	TilePosition target = {}; // otherwise
	bool is_move = false; // it belongs there from then on, unless it has a seat
	RequestId request = {}; // answered with the walk's outcome when set
};

// Where an agent is going; walked by the world, or by the game, which has not answered.
// Thread rule: as Agent.
struct Walk {
	bool is_going = false;
	bool is_halted = false; // its agent spoke, and is not idle yet
	std::uint8_t followed = 0; // how often the partner was somewhere else by then
	WalkOrder order;
	// To the game; none: the world walks it. While the walk is halted, the call that was given up,
	// whose outcome may have been on its way already.
	CallId call = {};
	TraceId trace = {}; // what it belongs to
};

// Of an agent that wanders: when it does its next thing, and what that will be.
// Thread rule: as Agent.
struct IdleLife {
	SimTime next = SimTime::max(); // never
	std::uint8_t strolls_left = 0; // before it goes back to its seat
	bool is_strolling = false; // the walk is of its own choice
};

// What there is to know of an agent that goes anywhere; most never do.
// Thread rule: as Agent.
struct Travels {
	Walk walk;
	TilePosition home; // where it belongs that has no seat
	bool wanders = false;
	IdleLife idle_life; // if it does
};

} // namespace agent_runtime
