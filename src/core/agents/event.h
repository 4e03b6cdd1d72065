#pragma once

// Events as the step engine makes them: small values, turned into JSON where somebody wants JSON
// (the log, a socket), never on sim.
// Thread rule: immutable once emitted.

#include "core/agents/agent_state.h"
#include "core/agents/message.h"
#include "core/agents/profile.h"
#include "core/agents/task.h"
#include "core/auto_mode/talk_end.h"
#include "core/auto_mode/talk_settings.h"
#include "core/base/trace_id.h"
#include "core/mind/mind_failure.h"
#include "core/world/tile.h"

#include <cstdint>
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
	TaskPtr task = {}; // that it works at
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

// At the end of a walk.
struct AgentArrived {
	static constexpr std::string_view TYPE = "agent_arrived";
	TilePosition position;
	Facing facing = Facing::down;
	bool is_move = false; // it belongs there from now on; kept with the agent, and not told
};

struct AgentBlocked {
	static constexpr std::string_view TYPE = "agent_blocked";
	TilePosition target;
	std::string reason;
};

struct TransitionRefused {
	static constexpr std::string_view TYPE = "transition_refused";
	AgentState state = AgentState::idle;
	std::string wanted;
	std::string reason;
};

struct MindFailed {
	static constexpr std::string_view TYPE = "mind_failed";
	MindFailure failure = MindFailure::internal;
	std::string message;
};

// A cap stands in the way of its thoughts: its own, its group's, or that of all.
struct BudgetExhausted {
	static constexpr std::string_view TYPE = "budget_exhausted";
	std::string reason;
};

// How a tool has ended that its mind wanted used.
struct ToolUsed {
	static constexpr std::string_view TYPE = "tool_used";
	ToolResult result;
};

// A message other than speech.
struct MessagePublished {
	static constexpr std::string_view TYPE = "message_published";
	MessagePtr message;
};

// What was addressed to it has been taken in.
struct MessageAcknowledged {
	static constexpr std::string_view TYPE = "message_acknowledged";
	ParticipantId from;
};

struct MessagesDropped {
	static constexpr std::string_view TYPE = "messages_dropped";
	std::uint64_t count = 0;
	std::string reason;
};

struct TaskChanged {
	static constexpr std::string_view TYPE = "agent_task_changed";
	TaskPtr task;
};

struct CollaborationInvited {
	static constexpr std::string_view TYPE = "collaboration_invited";
	AgentId partner;
	std::string subject;
	bool to_task = false;
};

// By the one who was invited; the partner is who has invited it.
struct CollaborationAnswered {
	static constexpr std::string_view TYPE = "collaboration_answered";
	AgentId partner;
	std::string subject;
	bool accepted = false;
	std::string reason;
};

struct ActionPerformed {
	static constexpr std::string_view TYPE = "action_performed";
	std::string action;
	bool ok = false;
	std::string result; // JSON; a reason when it is not ok
};

struct AgentPaused {
	static constexpr std::string_view TYPE = "agent_pause_update";
	bool paused = false;
};

struct AgentStuck {
	static constexpr std::string_view TYPE = "agent_stuck";
	AgentState state = AgentState::idle;
	Micros waited{};
	std::string reason;
};

// A conversation that is led has begun, or goes on after so many turns.
struct AutoModeStarted {
	static constexpr std::string_view TYPE = "autoModeStarted";
	TalkSettingsPtr talk;
	std::uint32_t turns = 0;
};

// It is this agent's turn.
struct AutoModeTurnChanged {
	static constexpr std::string_view TYPE = "autoModeTurnChange";
	ConversationId talk;
	std::uint32_t turn = 0;
};

// What it said in its turn; AgentSpoke tells of the same, with all who heard it.
struct AgentMessaged {
	static constexpr std::string_view TYPE = "agentMessage";
	ConversationId talk;
	std::uint32_t turn = 0;
	MessagePtr message;
};

struct AutoModeEnded {
	static constexpr std::string_view TYPE = "autoModeEnded";
	ConversationId talk;
	TalkEnd reason = TalkEnd::stopped;
	std::uint32_t turns = 0;
};

// Anything that concerns the runtime rather than one agent: its type and its data as JSON text.
struct RuntimeNotice {
	std::string type;
	std::string data;
};

using EventData = std::variant<AgentSpawned, AgentTerminated, AgentStateChanged, AgentSpoke,
		AgentMoved, TransitionRefused, MindFailed, BudgetExhausted, ToolUsed, MessagePublished,
		MessageAcknowledged, MessagesDropped, TaskChanged, CollaborationInvited,
		CollaborationAnswered, ActionPerformed, AgentPaused, AgentStuck, AgentArrived, AgentBlocked,
		AutoModeStarted, AutoModeTurnChanged, AgentMessaged, AutoModeEnded, RuntimeNotice>;

struct Event {
	// Whom it concerns; a player's speech has the player. None for a notice.
	ParticipantId entity;
	EventData data;
	TraceId trace = {}; // what it belongs to; none: nothing that is followed
};

std::string_view event_type(const Event &event);

} // namespace agent_runtime
