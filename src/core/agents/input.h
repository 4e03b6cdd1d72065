#pragma once

// What reaches the step engine from outside a step. Each input is taken by exactly one step, in one
// numbered order; a run depends on its inputs alone, so a recording of them is a recording of it.
// Thread rule: immutable once posted.

#include "core/agents/agent_state.h"
#include "core/agents/call_book.h"
#include "core/agents/memory_input.h"
#include "core/agents/message.h"
#include "core/agents/profile.h"
#include "core/agents/task.h"
#include "core/auto_mode/talk_end.h"
#include "core/auto_mode/talk_settings.h"
#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/mind/mind.h"
#include "core/mind/mind_failure.h"
#include "core/world/grid_map.h"
#include "core/world/tile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// Of an agent that comes back with its database: what it did when the last runtime ended, the lines
// that it remembers, and what it works at.
struct PastLife {
	AgentState state = AgentState::idle;
	bool paused = false;
	std::vector<MessagePtr> remembered;
	std::vector<TaskPtr> tasks;
	KeptLinesPtr kept; // null: none
	std::optional<TilePosition> home = {}; // where it belongs; none: where it is
};

struct SpawnInput {
	AgentId agent;
	ProfilePtr profile;
	TilePosition position;
	std::shared_ptr<const PastLife> past; // null: it is new
	// Differs between the lives of a world, so that chance does not repeat itself in each.
	std::uint64_t run = 0;
};

struct TerminateInput {
	AgentId agent;
	std::string reason;
};

// The agent is what this says from now on; its mind, its key and its owner stay.
struct ProfileInput {
	AgentId agent;
	ProfilePtr profile;
};

// Said or published by a player, or by the game in an agent's name.
struct SayInput {
	ParticipantId from;
	std::string from_name;
	ParticipantId to;
	TilePosition position; // where a player stands; an agent speaks from where it is
	std::string content;
	std::string type{ AGENT_SPOKE };
	Reach reach = Reach::nearby;
	std::string channel = {};
	std::size_t most_hearers = 0; // as it was posted; settled by Simulation::post()
};

struct MoveInput {
	AgentId agent;
	TilePosition target;
	RequestId request; // answered when set
};

// Where an agent is to walk, or that it is to stop.
struct WalkInput {
	enum class Way : std::uint8_t { to_tile, beside, to_seat, stop };

	AgentId agent;
	Way way = Way::to_tile;
	Tile tile = {};
	std::optional<Facing> face = {}; // on arrival at the tile
	AgentId partner = {}; // to be beside
	RequestId request = {}; // answered when set
};

// The map on which agents stand and walk from now on; null: there is none, and nobody takes time to
// be somewhere else.
struct MapInput {
	GridMapPtr map;
};

// Who says where an agent is from now on.
struct OwnerInput {
	AgentId agent;
	bool moved_by_game = false;
};

// Where the game has put an agent whose movement it owns; of several in one step the last counts.
struct PositionInput {
	AgentId agent;
	TilePosition position;
};

enum class PauseChange : std::uint8_t { pause, resume, step };

struct PauseInput {
	AgentId agent;
	PauseChange change = PauseChange::pause;
	RequestId request; // answered when set
};

struct AssignInput {
	AgentId agent;
	TaskPtr task;
};

// The game ends a task.
struct FinishInput {
	TaskId task;
	bool completed = false;
	std::string result;
	RequestId request; // answered when set
};

// What the game lets agents do, and whether it tells what they perceive.
struct GameInput {
	ActionTablePtr actions; // null: none
	ActionTablePtr tools; // null: none
	bool gives_context = false;

	bool operator==(const GameInput &other) const = default;
};

// How much the player sees of an agent.
struct AttentionInput {
	AgentId agent;
	float weight = 1.0f;
};

// How a call to the game has ended.
struct CallOutcomeInput {
	AgentId agent;
	CallId call;
	CallOutcome outcome = CallOutcome::unanswered;
	std::string reason; // of a game that could not do it
	std::string result = {}; // of an action, JSON; what the agent perceives, in words
};

// The game takes long over a call, though it has time left.
struct CallSlowInput {
	AgentId agent;
	CallId call;
	Micros waited{};
};

struct MindAnswerInput {
	AgentId agent;
	std::uint32_t thought = 0;
	std::optional<MindFailure> failure; // none: it has decided
	std::string error; // of a failure
	MindAction action = {};
};

// A conversation begins, or goes on: what was said in it before, oldest first, and how often by
// each participant, in their order.
struct StartTalkInput {
	TalkSettingsPtr talk;
	std::uint32_t turns = 0;
	std::vector<MessagePtr> lines = {};
	std::vector<std::uint32_t> said = {};
};

// A conversation ends. One that the last runtime left behind is told to have ended, too.
struct StopTalkInput {
	ConversationId talk; // none: all
	TalkEnd end = TalkEnd::stopped;
	std::uint32_t turns = 0; // of one that was left behind
	RequestId request = {}; // answered when set
};

// From this step on the world only takes what was accepted: it is about to end.
struct CloseInput {};

using Input = std::variant<SpawnInput, TerminateInput, ProfileInput, SayInput, MoveInput,
		OwnerInput, PositionInput, PauseInput, AssignInput, FinishInput, GameInput, AttentionInput,
		CallOutcomeInput, CallSlowInput, MindAnswerInput, MemoryInput, WalkInput, MapInput,
		StartTalkInput, StopTalkInput, CloseInput>;

// The form in which inputs are recorded: {"kind": …, …}.
nlohmann::json input_to_json(const Input &input);
Result<Input> input_from_json(const nlohmann::json &json);

} // namespace agent_runtime
