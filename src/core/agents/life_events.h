#pragma once

// What happens to agents: how they come to life, change, go somewhere, and end. Thread rule:
// immutable once emitted.

#include "core/agents/agent_fields.h"
#include "core/agents/agent_state.h"
#include "core/agents/profile.h"
#include "core/agents/task.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"
#include "core/world/tile.h"

#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace agent_runtime {

struct LifeEvents; // the list of all of them

struct AgentSpawned {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_spawned";
	static constexpr EventNote NOTE = { "An agent has come to life.", "agent_spawned" };
	ProfilePtr profile;
	TilePosition position;
	std::optional<AgentState> restored_from = {}; // set when it came back with its database

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind(
						{ .name = "name",
								.sentence = "What others call the agent.",
								.required = true },
						[](const AgentSpawned &event) -> const std::string & {
							return event.profile->self.name;
						},
						[](AgentSpawned &event, std::string name) {
							edit(event.profile).self.name = std::move(name);
						})
						.shown_as("agent_name"),
				bind(
						{ .name = "restored",
								.sentence = "True when the agent came back with its database." },
						[](const AgentSpawned &event) {
							return event.restored_from ? std::optional(true) : std::nullopt;
						},
						[](AgentSpawned &event, bool restored) {
							if (restored) {
								event.restored_from = AgentState::idle;
							}
						})
						.shown(),
				bind(
						{ .name = "key",
								.sentence = "The game's own name for the agent.",
								.one_line = true },
						[](const AgentSpawned &event) { return unless_empty(event.profile->key); },
						[](AgentSpawned &event, std::string key) {
							edit(event.profile).key = std::move(key);
						}),
				bind(
						{ .name = "role", .sentence = "What the agent is.", .required = true },
						[](const AgentSpawned &event) -> const std::string & {
							return event.profile->self.role;
						},
						[](AgentSpawned &event, std::string role) {
							edit(event.profile).self.role = std::move(role);
						}),
				bind(WHERE, &AgentSpawned::position));
	}
};

struct AgentTerminated {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_terminated";
	static constexpr EventNote NOTE = { "An agent has ended.", "agent_terminated" };
	std::string reason;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(
				subject_field(AGENT).shown(), bind(REASON, &AgentTerminated::reason).shown());
	}
};

struct AgentStateChanged {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_state_update";
	static constexpr EventNote NOTE = { "An agent has changed its state.", "agent_state_changed" };
	AgentState old_state = AgentState::idle;
	AgentState state = AgentState::idle;
	TilePosition position;
	TaskPtr task = {}; // that it works on

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "old_state",
							 .sentence = "What the agent did before.",
							 .values = NAMES_OF<AgentState> },
						&AgentStateChanged::old_state)
						.shown(),
				bind(STATE, &AgentStateChanged::state).shown(),
				bind(WHERE, &AgentStateChanged::position),
				bind(
						{ .name = "current_task",
								.sentence = "What the agent works at; empty when at nothing.",
								.max_length = LONGEST_SENTENCE },
						[](const AgentStateChanged &event) {
							return event.task != nullptr ? event.task->name : std::string();
						}, // For the task of a state, the log only has the name.
						[](AgentStateChanged &event, std::string name) {
							if (!name.empty()) {
								edit(event.task).name = std::move(name);
							}
						}));
	}
};

struct AgentMoved {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_moved";
	static constexpr EventNote NOTE = { "An agent has reached another place.", "agent_moved" };
	TilePosition from;
	TilePosition position;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "from", .sentence = "Where the agent was.", .required = true },
						&AgentMoved::from)
						.shown(),
				bind(WHERE, &AgentMoved::position).shown());
	}
};

// At the end of a walk.
struct AgentArrived {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_arrived";
	static constexpr EventNote NOTE = { "An agent has walked to where it was going.",
		"agent_arrived" };
	TilePosition position;
	Facing facing = Facing::down;
	bool is_move = false; // it belongs there from now on; stored with the agent, but not published

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(), bind(WHERE, &AgentArrived::position).shown(),
				bind(FACING, &AgentArrived::facing).shown());
	}
};

struct AgentBlocked {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_blocked";
	static constexpr EventNote NOTE = { "An agent cannot get to where it was going.",
		"agent_blocked" };
	TilePosition target;
	std::string reason;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "target",
							 .sentence = "Where the agent was going.",
							 .required = true },
						&AgentBlocked::target)
						.shown(),
				bind(REASON, &AgentBlocked::reason).shown());
	}
};

struct TransitionRefused {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "transition_refused";
	static constexpr EventNote NOTE = { "An agent was asked for what its state forbids.",
		"action_refused" };
	AgentState state = AgentState::idle;
	std::string wanted;
	std::string reason;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "wanted",
							 .sentence = "What was asked for: a state, or to move.",
							 .required = true,
							 .one_line = true },
						&TransitionRefused::wanted)
						.shown(),
				bind(REASON, &TransitionRefused::reason).shown(),
				bind(STATE, &TransitionRefused::state));
	}
};

struct AgentPaused {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_pause_update";
	static constexpr EventNote NOTE = { "An agent was paused, or goes on.",
		"agent_paused_changed" };
	bool paused = false;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "paused",
							 .sentence = "Whether the agent takes no decisions now.",
							 .required = true },
						&AgentPaused::paused)
						.shown());
	}
};

struct AgentStuck {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_stuck";
	static constexpr EventNote NOTE = { "An agent waits longer than it should.", "agent_stuck" };
	AgentState state = AgentState::idle;
	Micros waited{};
	std::string reason;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(), bind(STATE, &AgentStuck::state).shown(),
				bind(
						{ .name = "seconds",
								.sentence = "For how long it has been so.",
								.required = true },
						[](const AgentStuck &event) {
							return std::chrono::duration<double>(event.waited).count();
						},
						[](AgentStuck &event, double seconds) {
							event.waited = Micros{ std::llround(seconds * 1e6) };
						})
						.shown(),
				bind(REASON, &AgentStuck::reason).shown());
	}
};

struct AgentConfigured {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_configured";
	static constexpr EventNote NOTE = { "What an agent is or gets from the bus has changed." };
	ProfilePtr profile;

	static constexpr auto fields() {
		using namespace vocabulary;
		return join_rows(FieldRows{ subject_field(AGENT) },
				told_part_fields(&AgentConfigured::profile, AgentProfile::told_fields()),
				FieldRows{
						part_field(&AgentConfigured::profile,
								subscription_field(GROUPS, &Subscription::groups)),
						part_field(&AgentConfigured::profile,
								subscription_field(TOPICS, &Subscription::topics)),
				});
	}
};

struct LifeEvents
		: EventList<AgentSpawned, AgentTerminated, AgentStateChanged, AgentMoved, AgentArrived,
				  AgentBlocked, TransitionRefused, AgentPaused, AgentStuck, AgentConfigured> {};

extern template struct EventTable<LifeEvents>;

} // namespace agent_runtime
