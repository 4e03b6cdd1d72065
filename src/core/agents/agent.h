#pragma once

#include "core/agents/agent_state.h"
#include "core/agents/kept_lines.h"
#include "core/agents/message.h"
#include "core/base/rng.h"

#include <array>
#include <cstdint>
#include <vector>

namespace agent_runtime {

// A walk that the game was asked for and has not answered.
struct Walk {
	CallId call; // none: it is not on its way
	TilePosition target;
	RequestId request; // answered with the walk's outcome when set
};

// The time that does not come.
inline constexpr SimTime NEVER = SimTime::max();

// Everything about one living agent that steps change. Kept in one block for all agents, so it is
// small: text that never changes stands in the shared profile.
// Thread rule: worker only; within a step, touched by the one thread that runs the agent.
struct Agent {
	static constexpr std::size_t REMEMBERED = 5;

	AgentId id;
	ProfilePtr profile;
	Rng rng;
	AgentState state = AgentState::idle;
	std::uint8_t interruptions = 0; // of the current thought
	bool moved_by_game = false;
	bool is_settling = false; // it has an entry among those that settle
	TilePosition position;
	TilePosition settled; // the newest position that an event has told
	SimTime settles_at = NEVER; // when a position that the game reports counts as reached
	Walk walk;
	SimTime state_since;
	SimTime timer = NEVER; // when the current state ends by itself
	SimTime scheduled = NEVER; // the newest entry of this agent in the timer heap
	SimTime quiet_until; // takes the word unasked not before
	std::uint32_t thought = 0; // number of the newest thought; an answer to an older one is void
	ParticipantId answer_to;
	// The newest lines, oldest first, as far as they are filled.
	std::array<MessagePtr, REMEMBERED> recent;
	// Addressed to it while it was speaking.
	std::vector<MessagePtr> waiting;
	std::unique_ptr<const KeptLinesPtr> kept; // null: none; a pointer alone, for most have none

	bool alive() const { return profile != nullptr; }
	void remember(const MessagePtr &message);
	// Null: nothing.
	void keep(const KeptLinesPtr &lines);
};

} // namespace agent_runtime
