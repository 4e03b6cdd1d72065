#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"
#include "core/mind/mind.h"
#include "core/world/tile.h"

#include <cstdint>
#include <optional>

namespace agent_runtime {

// What a walk should end with.
enum class WalkGoal : std::uint8_t {
	tile, // being exactly there
	nearby, // being there, or as near as there is space
	beside, // being next to another agent
};

struct WalkOrder {
	WalkGoal goal = WalkGoal::tile;
	std::optional<Facing> face = {}; // where to look on arrival; a partner is looked at anyway
	AgentId partner = {}; // to go to
	TilePosition target = {}; // for all other goals
	bool is_move = false; // it belongs there from then on, unless it has a seat
	RequestId request = {}; // answered with the walk's outcome if it is set
};

// Where an agent is going. Either the world walks it, or the game, which has not answered yet.
// Thread rule: as Agent.
struct Walk {
	bool is_going = false;
	bool is_halted = false; // its agent spoke, and is not idle yet
	std::uint8_t followed = 0; // how often the partner had moved elsewhere
	WalkOrder order;
	// To the game; none: the world walks it. While the walk is halted, this is the call that was
	// given up, whose outcome may already have been on its way.
	CallId call = {};
	TraceId trace = {}; // what it belongs to
};

// For an agent that wanders: when it does its next thing, and what that is. Thread rule: as Agent.
struct IdleLife {
	SimTime next = SimTime::max(); // never
	std::uint8_t strolls_left = 0; // before it goes back to its seat
	bool is_strolling = false; // it chose the walk itself
};

// Everything about an agent that goes anywhere; most never do.
// Thread rule: as Agent.
struct Travels {
	Walk walk;
	TilePosition home; // where it belongs if it has no seat
	bool wanders = false;
	IdleLife idle_life; // if it wanders
};

} // namespace agent_runtime
