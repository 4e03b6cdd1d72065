#pragma once

// Events as the step engine makes them: small values, turned into JSON where somebody wants JSON
// (the log, a socket), never on sim.
// Thread rule: immutable once emitted.

#include "core/agents/agent_state.h"
#include "core/agents/message.h"
#include "core/base/status.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace agent_runtime {

struct AgentSpawned {
	static constexpr std::string_view TYPE = "agent_spawned";
	ProfilePtr profile;
	TilePosition position;
	std::optional<AgentState> restored_from; // it came back with its database
};

struct AgentTerminated {
	static constexpr std::string_view TYPE = "agent_terminated";
	std::string reason;
};

struct AgentStateChanged {
	static constexpr std::string_view TYPE = "agent_state_update";
	AgentState old_state = AgentState::idle;
	AgentState state = AgentState::idle;
	TilePosition position;
};

struct AgentSpoke {
	static constexpr std::string_view TYPE = "agent_speech";
	MessagePtr message;
};

struct AgentMoved {
	static constexpr std::string_view TYPE = "agent_moved";
	TilePosition from;
	TilePosition position;
};

struct TransitionRefused {
	static constexpr std::string_view TYPE = "transition_refused";
	AgentState state = AgentState::idle;
	std::string wanted;
	std::string reason;
};

struct MindFailed {
	static constexpr std::string_view TYPE = "mind_failed";
	StatusCode code = StatusCode::internal;
	std::string message;
};

// Anything that concerns the runtime rather than one agent: its type and its data as JSON text.
struct RuntimeNotice {
	std::string type;
	std::string data;
};

using EventData = std::variant<AgentSpawned, AgentTerminated, AgentStateChanged, AgentSpoke,
		AgentMoved, TransitionRefused, MindFailed, RuntimeNotice>;

struct Event {
	// Whom it concerns; a player's speech has the player. None for a notice.
	ParticipantId entity;
	EventData data;
};

std::string_view event_type(const Event &event);

} // namespace agent_runtime
