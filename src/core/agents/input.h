#pragma once

// What reaches the step engine from outside. Each input is taken by exactly one step, in one
// numbered order. A run depends on its inputs alone, so recording them records the run. Thread
// rule: immutable once posted.

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
#include "core/base/trace_id.h"
#include "core/mind/mind.h"
#include "core/mind/thought.h"
#include "core/world/grid_map.h"
#include "core/world/tile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// For an agent that comes back with its database: what it did when the last runtime ended, the
// lines that it remembers, and what it works on.
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
	// Differs each time that a world is opened, so that chance does not repeat itself.
	std::uint64_t run = 0;
	TraceId trace = {};
};

struct TerminateInput {
	AgentId agent;
	std::string reason;
	TraceId trace = {};
};

// From now on the agent has this profile; its mind, its key and its owner stay.
struct ProfileInput {
	AgentId agent;
	ProfilePtr profile;
	TraceId trace = {};
};

// Said or published by a player, or by the game in an agent's name.
struct SayInput {
	ParticipantId from;
	std::string from_name;
	ParticipantId to;
	TilePosition position; // where a player stands; an agent speaks from its own place
	std::string content;
	std::string type{ AGENT_SPOKE };
	Reach reach = Reach::nearby;
	std::string channel = {};
	std::size_t most_hearers = 0; // at the time of posting; set by Simulation::post()
	TraceId trace = {};
};

// Where an agent should walk, or that it should stop.
struct WalkInput {
	enum class Way : std::uint8_t { to_tile, beside, to_seat, stop, nearby };

	AgentId agent;
	Way way = Way::to_tile;
	Tile tile = {};
	std::optional<Facing> face = {}; // on arrival at the tile
	AgentId partner = {}; // to go to
	RequestId request = {}; // answered if it is set
	TilePosition place = {}; // to be there, or as near as there is space
	TraceId trace = {};
};

// Walks to a place that need not be the middle of a tile.
inline WalkInput walk_to(AgentId agent, TilePosition place, RequestId request = {}) {
	return { .agent = agent, .way = WalkInput::Way::nearby, .request = request, .place = place };
}

// The map on which agents stand and walk from now on; null: there is none, and agents are wherever
// they go at once.
struct MapInput {
	GridMapPtr map;
};

// Who says from now on where an agent is.
struct OwnerInput {
	AgentId agent;
	bool moved_by_game = false;
	TraceId trace = {};
};

// Where the game has put an agent that it moves itself. If a step takes several, the last one
// counts.
struct PositionInput {
	AgentId agent;
	TilePosition position;
	TraceId trace = {};
};

enum class PauseChange : std::uint8_t { pause, resume, step };

struct PauseInput {
	AgentId agent;
	PauseChange change = PauseChange::pause;
	RequestId request; // answered if it is set
	TraceId trace = {};
};

struct AssignInput {
	AgentId agent;
	TaskPtr task;
	TraceId trace = {};
};

// The game ends a task.
struct FinishInput {
	TaskId task;
	bool completed = false;
	std::string result;
	RequestId request; // answered if it is set
	TraceId trace = {};
};

// What the game lets agents do, and whether it describes what they perceive.
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
	TraceId trace = {};
};

// How a call to the game has ended.
struct CallOutcomeInput {
	AgentId agent;
	CallId call;
	CallOutcome outcome = CallOutcome::unanswered;
	std::string reason; // when the game could not do it
	std::string result = {}; // for an action, JSON; for what the agent perceives, plain words
};

// The game takes long over a call, though it still has time.
struct CallSlowInput {
	AgentId agent;
	CallId call;
	Micros waited{};
};

// A conversation begins or goes on. Contains what was said in it before, oldest first, and how
// often each participant spoke, in their order.
struct StartTalkInput {
	TalkSettingsPtr talk;
	std::uint32_t turns = 0;
	std::vector<MessagePtr> lines = {};
	std::vector<std::uint32_t> said = {};
	TraceId trace = {};
};

// A conversation ends. Also reports the end of one that the last runtime left behind.
struct StopTalkInput {
	ConversationId talk; // none: all
	TalkEnd end = TalkEnd::stopped;
	std::uint32_t turns = 0; // for one that was left behind
	RequestId request = {}; // answered if it is set
	TraceId trace = {};
};

// From this step on the world only finishes what was accepted, because it is about to end.
struct CloseInput {};

using Input = std::variant<SpawnInput, TerminateInput, ProfileInput, SayInput, OwnerInput,
		PositionInput, PauseInput, AssignInput, FinishInput, GameInput, AttentionInput,
		CallOutcomeInput, CallSlowInput, ThoughtAnswer, MemoryInput, WalkInput, MapInput,
		StartTalkInput, StopTalkInput, CloseInput>;

// What an input belongs to, if whoever posted it said so; otherwise it begins a trace.
TraceId input_trace(const Input &input);
void set_input_trace(Input &input, TraceId trace);

// The form in which inputs are recorded: {"kind": …, …}.
nlohmann::json input_to_json(const Input &input);
Result<Input> input_from_json(const nlohmann::json &json);

} // namespace agent_runtime
