#pragma once

// Inputs about agents as such: who comes, what it is, where the game has put it, and who goes.
// Thread rule: immutable once posted.

#include "core/agents/agent_state.h"
#include "core/agents/input_rows.h"
#include "core/agents/kept_lines.h"
#include "core/agents/message.h"
#include "core/agents/profile.h"
#include "core/agents/task.h"
#include "core/base/trace_id.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "restored_from" }, &PastLife::state),
			bind({ .name = "paused" }, &PastLife::paused),
			lines_field({ .name = "remembered" }, &PastLife::remembered),
			bind({ .name = "tasks" }, &recorded_tasks, &take_tasks),
			shared_field({ .name = "kept" }, &PastLife::kept),
			bind({ .name = "home" }, &PastLife::home),
		};
	}

private:
	static std::optional<std::vector<AgentTask>> recorded_tasks(const PastLife &past);
	static void take_tasks(PastLife &past, const std::vector<AgentTask> &tasks);
};

// The fields of its profile, and those of its past if it has one, stand among its own.
struct SpawnInput {
	static constexpr std::string_view KIND = "spawn";

	AgentId agent;
	ProfilePtr profile;
	TilePosition position;
	std::shared_ptr<const PastLife> past; // null: it is new
	// Differs each time that a world is opened, so that chance does not repeat itself.
	std::uint64_t run = 0;
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "agent" }, &SpawnInput::agent),
			bind({ .name = "position" }, &SpawnInput::position),
			bind({ .name = "run" }, &SpawnInput::run),
		};
	}
};

struct TerminateInput {
	static constexpr std::string_view KIND = "terminate";

	AgentId agent;
	std::string reason;
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "agent" }, &TerminateInput::agent),
			bind({ .name = "reason" }, &TerminateInput::reason) };
	}
};

// From now on the agent has this profile, whose fields stand among its own; its mind, its key and
// its owner stay.
struct ProfileInput {
	static constexpr std::string_view KIND = "profile";

	AgentId agent;
	ProfilePtr profile;
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "agent" }, &ProfileInput::agent) };
	}
};

// Who says from now on where an agent is.
struct OwnerInput {
	static constexpr std::string_view KIND = "owner";

	AgentId agent;
	bool moved_by_game = false;
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "agent" }, &OwnerInput::agent),
			bind({ .name = "moved_by_game" }, &OwnerInput::moved_by_game) };
	}
};

// Where the game has put an agent that it moves itself. If a step takes several, the last one
// counts.
struct PositionInput {
	static constexpr std::string_view KIND = "position";

	AgentId agent;
	TilePosition position;
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "agent" }, &PositionInput::agent),
			bind({ .name = "position" }, &PositionInput::position) };
	}
};

enum class PauseChange : std::uint8_t { pause, resume, step };

struct PauseInput {
	static constexpr std::string_view KIND = "pause";

	AgentId agent;
	PauseChange change = PauseChange::pause;
	RequestId request; // answered if it is set
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "agent" }, &PauseInput::agent),
			enum_field({ .name = "change" }, &PauseInput::change, PauseChange::step),
			number_field({ .name = "request" }, &PauseInput::request) };
	}
};

// How much the player sees of an agent.
struct AttentionInput {
	static constexpr std::string_view KIND = "attention";

	AgentId agent;
	float weight = 1.0f;
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "agent" }, &AttentionInput::agent),
			bind({ .name = "weight" }, &AttentionInput::weight) };
	}
};

// From this step on the world only finishes what was accepted, because it is about to end.
struct CloseInput {
	static constexpr std::string_view KIND = "close";

	static constexpr auto fields() { return FieldRows{}; }
};

} // namespace agent_runtime
