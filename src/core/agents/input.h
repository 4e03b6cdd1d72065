#pragma once

// What reaches the step engine from outside a step. Each input is taken by exactly one step, in one
// numbered order; a run depends on its inputs alone, so a recording of them is a recording of it.
// Thread rule: immutable once posted.

#include "core/agents/agent_state.h"
#include "core/agents/call_book.h"
#include "core/agents/memory_input.h"
#include "core/agents/message.h"
#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/mind/mind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

struct SpawnInput {
	AgentId agent;
	ProfilePtr profile;
	TilePosition position;
	// An agent that comes back with its database: what it did when the last runtime ended, and the
	// lines that it remembers.
	std::optional<AgentState> restored_from;
	std::vector<MessagePtr> remembered;
	// Differs between the lives of a world, so that chance does not repeat itself in each.
	std::uint64_t run = 0;
	KeptLinesPtr kept = {}; // null: none
};

struct TerminateInput {
	AgentId agent;
	std::string reason;
};

// Said by a player or by the game in an agent's name.
struct SayInput {
	ParticipantId from;
	std::string from_name;
	ParticipantId to;
	TilePosition position; // where a player stands; an agent speaks from where it is
	std::string content;
};

struct MoveInput {
	AgentId agent;
	TilePosition target;
	RequestId request; // answered when set
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

// How a call to the game has ended.
struct CallOutcomeInput {
	AgentId agent;
	CallId call;
	CallOutcome outcome = CallOutcome::unanswered;
	std::string reason; // of a game that could not do it
};

struct MindAnswerInput {
	AgentId agent;
	std::uint32_t thought = 0;
	StatusCode code = StatusCode::ok;
	std::string error; // when code is not ok
	MindAction action;
};

using Input = std::variant<SpawnInput, TerminateInput, SayInput, MoveInput, OwnerInput,
		PositionInput, CallOutcomeInput, MindAnswerInput, MemoryInput>;

// The form in which inputs are recorded: {"kind": …, …}.
nlohmann::json input_to_json(const Input &input);
Result<Input> input_from_json(const nlohmann::json &json);

} // namespace agent_runtime
