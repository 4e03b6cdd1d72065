#pragma once

// What a scripted mind answers, one step for each time it is asked. As JSON, such as it stands in
// an agent's `mind_options`:
//
//	{"script": ["Hello!", {"say": "Over here", "to": "agent_002", "delay": 1.5},
//			{"stream": ["Once ", "upon ", "a time"]}, {"wait": true},
//			{"fail": "rate_limited", "message": "come back later"},
//			{"action": {"action": "move", "x": 3, "y": 4}}], "repeat": true}
//
// `delay` is in sim seconds, on top of the time that a thought takes anyway; `action` is as in
// action_json.h, use_tools included.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/mind/mind.h"
#include "core/mind/mind_failure.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

struct ScriptedFailure {
	MindFailure failure = MindFailure::internal;
	std::string message;

	bool operator==(const ScriptedFailure &) const = default;
};

struct ScriptStep {
	// Words without an addressee go to whom an answer is owed.
	std::variant<MindAction, ScriptedFailure> outcome = WaitAction{};
	std::vector<std::string> pieces; // in which the words come, when they are streamed
	Micros delay{ 0 };
};

// Thread rule: immutable once a mind uses it.
struct MindScript {
	static constexpr std::size_t MOST_STEPS = 10'000;
	static constexpr double LONGEST_DELAY = 86'400.0; // seconds

	std::vector<ScriptStep> steps;
	bool repeat = false; // from the beginning after the last step

	// The step for somebody who was asked so often before; null: there is none left.
	const ScriptStep *step(std::size_t asked) const;

	// Of an object with `script` and `repeat`. invalid_argument names the field, what is wrong with
	// it, and what to try: "script[2].fail: …".
	static Result<MindScript> from_json(const nlohmann::json &options);
	static Result<MindScript> from_text(std::string_view options);
};

using MindScriptPtr = std::shared_ptr<const MindScript>;

// What a step does, in a few words.
std::string describe_step(const ScriptStep &step);

} // namespace agent_runtime
