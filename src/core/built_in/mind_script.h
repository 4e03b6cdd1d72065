#pragma once

// What a scripted mind answers, one step for each time it is asked. An example in JSON, as it
// stands in an agent's `mind_options`:
//
//	{"script": ["Hello!", {"say": "Over here", "to": "agent_002", "delay": 1.5},
//			{"stream": ["Once ", "upon ", "a time"]}, {"wait": true},
//			{"fail": "rate_limited", "message": "come back later"},
//			{"action": {"action": "move", "x": 3, "y": 4}}], "repeat": true}
//
// `delay` is in sim seconds, in addition to the time that a thought takes anyway. `action` has the
// form of action_json.h, including use_tools.

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
	// Words without an addressee go to whoever waits for an answer.
	std::variant<MindAction, ScriptedFailure> outcome = WaitAction{};
	std::vector<std::string> pieces; // how the words are divided when they are streamed
	Micros delay{ 0 };
};

// Thread rule: immutable once a mind uses it.
struct MindScript {
	static constexpr std::size_t MOST_STEPS = 10'000;
	static constexpr double LONGEST_DELAY = 86'400.0; // in seconds

	std::vector<ScriptStep> steps;
	bool repeat = false; // after the last step, begin again with the first

	// The step for an agent that was asked this often before; null: there is none left.
	const ScriptStep *step(std::size_t asked) const;

	// Reads an object with `script` and `repeat`. `invalid_argument` names the field, what is wrong
	// with it, and what to try: "script[2].fail: …".
	static Result<MindScript> from_json(const nlohmann::json &options);
	static Result<MindScript> from_text(std::string_view options);
};

using MindScriptPtr = std::shared_ptr<const MindScript>;

// Describes in a few words what a step does.
std::string describe_step(const ScriptStep &step);

} // namespace agent_runtime
