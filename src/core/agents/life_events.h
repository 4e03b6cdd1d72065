#pragma once

// What becomes of agents: how they come to life, change, go somewhere, and end.
// Thread rule: immutable once emitted.

#include "core/agents/agent_state.h"
#include "core/agents/profile.h"
#include "core/agents/task.h"
#include "core/base/vocabulary_fields.h"
#include "core/base/vocabulary_walks.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"
#include "core/world/tile.h"

#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace agent_runtime {

struct LifeEvents; // the list of them all

struct AgentSpawned {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_spawned";
	static constexpr EventNote NOTE = { "An agent has come to life.", "agent_spawned" };
	ProfilePtr profile;
	TilePosition position;
	std::optional<AgentState> restored_from = {}; // it came back with its database

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(subject_field(AGENT).shown(),
				field(
						Field{ .name = "name",
								.sentence = "What others call the agent.",
								.required = true },
						[](const AgentSpawned &event) -> const std::string & {
							return event.profile->self.name;
						},
						[](AgentSpawned &event, std::string name) {
							edit(event.profile).self.name = std::move(name);
						})
						.shown_as("agent_name"),
				field(
						Field{ .name = "restored",
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
				field(
						Field{ .name = "key",
								.sentence = "The game's own name for the agent.",
								.one_line = true },
						[](const AgentSpawned &event) { return unless_empty(event.profile->key); },
						[](AgentSpawned &event, std::string key) {
							edit(event.profile).key = std::move(key);
						}),
				field(
						Field{ .name = "role", .sentence = "What the agent is.", .required = true },
						[](const AgentSpawned &event) -> const std::string & {
							return event.profile->self.role;
						},
						[](AgentSpawned &event, std::string role) {
							edit(event.profile).self.role = std::move(role);
						}),
				field(&AgentSpawned::position, WHERE));
	}
};

struct AgentTerminated {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_terminated";
	static constexpr EventNote NOTE = { "An agent has ended.", "agent_terminated" };
	std::string reason;

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(
				subject_field(AGENT).shown(), field(&AgentTerminated::reason, REASON).shown());
	}
};

struct AgentStateChanged {
	using List = LifeEvents;
	static constexpr std::string_view TYPE = "agent_state_update";
	static constexpr EventNote NOTE = { "An agent has changed its state.", "agent_state_changed" };
	AgentState old_state = AgentState::idle;
	AgentState state = AgentState::idle;
	TilePosition position;
	TaskPtr task = {}; // that it works at

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(subject_field(AGENT).shown(),
				field(&AgentStateChanged::old_state,
						{ .name = "old_state",
								.sentence = "What the agent did before.",
								.values = STATES })
						.shown(),
				field(&AgentStateChanged::state, STATE).shown(),
				field(&AgentStateChanged::position, WHERE),
				field(
						Field{ .name = "current_task",
								.sentence = "What the agent works at; empty when at nothing.",
								.max_length = LONGEST_SENTENCE },
						[](const AgentStateChanged &event) {
							return event.task != nullptr ? event.task->name : std::string();
						},
						// Of a state's task the log has the name alone.
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
		return std::tuple(subject_field(AGENT).shown(),
				field(&AgentMoved::from,
						{ .name = "from", .sentence = "Where the agent was.", .required = true })
						.shown(),
				field(&AgentMoved::position, WHERE).shown());
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
	bool is_move = false; // it belongs there from now on; kept with the agent, and not told

	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple(subject_field(AGENT).shown(),
				field(&AgentArrived::position, WHERE).shown(),
				field(&AgentArrived::facing, FACING).shown());
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
		return std::tuple(subject_field(AGENT).shown(),
				field(&AgentBlocked::target,
						{ .name = "target",
								.sentence = "Where the agent was going.",
								.required = true })
						.shown(),
				field(&AgentBlocked::reason, REASON).shown());
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
		return std::tuple(subject_field(AGENT).shown(),
				field(&TransitionRefused::wanted,
						{ .name = "wanted",
								.sentence = "What was asked for: a state, or to move.",
								.required = true,
								.one_line = true })
						.shown(),
				field(&TransitionRefused::reason, REASON).shown(),
				field(&TransitionRefused::state, STATE));
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
		return std::tuple(subject_field(AGENT).shown(),
				field(&AgentPaused::paused,
						{ .name = "paused",
								.sentence = "Whether the agent takes no decisions now.",
								.required = true })
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
		return std::tuple(subject_field(AGENT).shown(), field(&AgentStuck::state, STATE).shown(),
				field(
						Field{ .name = "seconds",
								.sentence = "For how long it has been so.",
								.required = true },
						[](const AgentStuck &event) {
							return std::chrono::duration<double>(event.waited).count();
						},
						[](AgentStuck &event, double seconds) {
							event.waited = Micros{ std::llround(seconds * 1e6) };
						})
						.shown(),
				field(&AgentStuck::reason, REASON).shown());
	}
};

struct LifeEvents
		: EventList<AgentSpawned, AgentTerminated, AgentStateChanged, AgentMoved, AgentArrived,
				  AgentBlocked, TransitionRefused, AgentPaused, AgentStuck> {};

extern template struct EventTable<LifeEvents>;

} // namespace agent_runtime
