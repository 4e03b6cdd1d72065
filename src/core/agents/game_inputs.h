#pragma once

// What the game lets agents do, and how its calls have ended.
// Thread rule: immutable once posted.

#include "core/agents/call_book.h"
#include "core/agents/input_rows.h"
#include "core/base/time.h"
#include "core/mind/action_table.h"
#include "core/tools/offers.h"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

nlohmann::json recorded_table(const ActionTablePtr &table);
ActionTablePtr table_from(const nlohmann::json &recorded);

// What the game lets agents do, and whether it describes what they perceive.
struct GameInput {
	static constexpr std::string_view KIND = "game";

	ActionTablePtr actions; // null: none
	ActionTablePtr tools; // null: none
	bool gives_context = false;

	bool operator==(const GameInput &other) const = default;

	static constexpr auto table_field(std::string_view name, ActionTablePtr GameInput::*table) {
		return bind(
				{ .name = name },
				[table](const GameInput &input) { return recorded_table(input.*table); },
				[table](GameInput &input, const nlohmann::json &from) {
					input.*table = table_from(from);
				});
	}

	static constexpr auto fields() {
		return FieldRows{ table_field("actions", &GameInput::actions),
			table_field("tools", &GameInput::tools),
			bind({ .name = "gives_context" }, &GameInput::gives_context) };
	}
};

// The same for one group or one agent: replaces what was offered there.
struct OfferInput {
	static constexpr std::string_view KIND = "offer";

	OfferScope scope;
	OfferTables tables;

	static constexpr auto table_field(std::string_view name, ActionTablePtr OfferTables::*table) {
		return bind(
				{ .name = name },
				[table](const OfferInput &input) { return recorded_table(input.tables.*table); },
				[table](OfferInput &input, const nlohmann::json &from) {
					input.tables.*table = table_from(from);
				});
	}

	static constexpr auto fields() {
		return FieldRows{
			bind(
					{ .name = "agent" }, [](const OfferInput &input) { return input.scope.agent; },
					[](OfferInput &input, AgentId agent) { input.scope.agent = agent; }),
			bind(
					{ .name = "group" }, [](const OfferInput &input) { return input.scope.group; },
					[](OfferInput &input, const std::string &group) { input.scope.group = group; }),
			table_field("actions", &OfferTables::actions),
			table_field("tools", &OfferTables::tools),
		};
	}
};

// How a call to the game has ended.
struct CallOutcomeInput {
	static constexpr std::string_view KIND = "call_outcome";

	AgentId agent;
	CallId call;
	CallOutcome outcome = CallOutcome::unanswered;
	std::string reason; // when the game could not do it
	std::string result = {}; // for an action, JSON; for what the agent perceives, plain words

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "agent" }, &CallOutcomeInput::agent),
			number_field({ .name = "call" }, &CallOutcomeInput::call),
			bind({ .name = "outcome" }, &CallOutcomeInput::outcome),
			bind({ .name = "reason" }, &CallOutcomeInput::reason),
			bind({ .name = "result" }, &CallOutcomeInput::result),
		};
	}
};

// The game takes long over a call, though it still has time.
struct CallSlowInput {
	static constexpr std::string_view KIND = "call_slow";

	AgentId agent;
	CallId call;
	Micros waited{};

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "agent" }, &CallSlowInput::agent),
			number_field({ .name = "call" }, &CallSlowInput::call),
			bind(
					{ .name = "waited" },
					[](const CallSlowInput &input) { return std::int64_t{ input.waited.count() }; },
					[](CallSlowInput &input, std::int64_t micros) {
						input.waited = Micros(micros);
					}),
		};
	}
};

} // namespace agent_runtime
