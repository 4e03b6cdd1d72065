#pragma once

// A thought on its way between an agent and its mind, wherever that thinks: the question and the
// outcome.
// Thread rule: immutable once it was asked or answered.

#include "core/base/field_rows.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"
#include "core/mind/budget.h"
#include "core/mind/mind.h"
#include "core/mind/mind_failure.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// Identifies one of an agent's thoughts.
struct ThoughtId {
	AgentId agent;
	std::uint32_t number = 0;

	auto operator<=>(const ThoughtId &other) const = default;
};

// A thought that a mind is asked for.
struct ThoughtRequest {
	ThoughtId id;
	SimTime due = {}; // for a mind that thinks in this process
	CallId call = {}; // to the game, if its mind thinks
	MindRequest request = {};
	TraceId trace = {}; // what it belongs to
	// For a mind outside this process.
	std::string model = {}; // chosen by the agent; empty: the provider's
	std::vector<std::string> groups = {}; // that pay too
	Caps caps = {}; // for the agent's own account
};

// The outcome.
struct ThoughtAnswer {
	ThoughtId id;
	std::optional<MindFailure> failure = {}; // none: it has decided
	std::string error = {}; // of a failure
	MindAction action = {};

	// As an input of the step engine, in recordings.
	static constexpr std::string_view KIND = "answer";
	static constexpr auto fields() {
		return FieldRows{
			part_field(&ThoughtAnswer::id, bind({ .name = "agent" }, &ThoughtId::agent)),
			part_field(&ThoughtAnswer::id, bind({ .name = "thought" }, &ThoughtId::number)),
			bind({ .name = "failure" }, &ThoughtAnswer::failure),
			bind({ .name = "error" }, &ThoughtAnswer::error),
			bind({ .name = "answer" }, &recorded_action, &take_action),
		};
	}

private:
	// Null for a failure. An action that cannot be read is one.
	static nlohmann::json recorded_action(const ThoughtAnswer &answer);
	static void take_action(ThoughtAnswer &answer, const nlohmann::json &action);
};

} // namespace agent_runtime
