#pragma once

// What claude asks, as questions, and how they are answered. Thread rule for all here: any thread.

#include "core/questions/question.h"

#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// From a `request` of the subtype can_use_tool. Nothing when it cannot be asked.
std::optional<NewQuestion> claude_question(
		std::string_view request_id, const nlohmann::json &request);

// The `response` to such a request, from a question with its answer.
nlohmann::json claude_answer(const Question &question);

} // namespace agent_runtime
