#pragma once

// What lines of claude mean, whatever it is started for. Thread rule for all: any thread.

#include "core/mind/model.h"

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What all turns of the session have cost, by a `result`.
std::optional<Money> claude_cost(const nlohmann::json &result);
// What this turn has cost, where it says so.
std::optional<Money> claude_cost_since_last(const nlohmann::json &result);
Usage claude_usage(const nlohmann::json &usage);
// All the text in an assistant's message.
std::string claude_words(const nlohmann::json &message);
// The text of an error: the result itself, else the list of what went wrong.
std::string claude_error_words(const nlohmann::json &result);
// What one of the model's helpers says is not the answer.
bool is_from_claude_helper(const nlohmann::json &line);

} // namespace agent_runtime
