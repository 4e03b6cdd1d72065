#pragma once

// What codex asks in several parts: what its model wants to know, and the forms of other servers.
// `params` are those of its request. Thread rule for all here: any thread.

#include "core/base/status.h"
#include "core/questions/question.h"

#include <optional>

#include <nlohmann/json.hpp>

namespace agent_runtime {

std::optional<NewQuestion> ask_codex_input(const nlohmann::json &params);
Result<nlohmann::json> answer_codex_input(const nlohmann::json &params, const Question &question);

// Nothing when a field is of a kind that nobody could be asked for.
std::optional<NewQuestion> ask_codex_form(const nlohmann::json &params);
// `invalid_argument`: it is not what the field wants.
Result<nlohmann::json> answer_codex_form(const nlohmann::json &params, const Question &question);

} // namespace agent_runtime
