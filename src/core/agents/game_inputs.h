#pragma once

// What the game lets agents do, and how its calls have ended.
// Thread rule: immutable once posted.

#include "core/agents/call_book.h"
#include "core/agents/input_rows.h"
#include "core/base/time.h"
#include "core/mind/action_table.h"

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// What the game lets agents do, and whether it describes what they perceive.
struct GameInput {
	static constexpr std::string_view KIND = "game";

	ActionTablePtr actions; // null: none
	ActionTablePtr tools; // null: none
	bool gives_context = false;

	bool operator==(const GameInput &other) const = default;

	static nlohmann::json recorded(const ActionTablePtr &table);
	static ActionTablePtr table_from(const nlohmann::json &recorded);
	static constexpr auto table_field(std::string_view name, ActionTablePtr GameInput::*table) {
		return bind(
				{ .name = name },
				[table](const GameInput &input) { return recorded(input.*table); },
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
