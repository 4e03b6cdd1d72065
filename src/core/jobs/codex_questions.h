#pragma once

// What codex asks, as questions, and how they are answered. Thread rule for all here: any thread.

#include "core/base/status.h"
#include "core/questions/question.h"

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// From a request of its server. `changes`: what is known of the change of files that it is about.
// Nothing when it is no question, or none that can be asked.
std::optional<NewQuestion> codex_question(
		std::string asked_as, const nlohmann::json &request, std::string_view changes);

// The whole answer to such a request. `invalid_argument`: it is not what the field wants;
// `unsupported`: codex takes no changed parameters.
Result<nlohmann::json> codex_answer(const Question &question);

// The answer to one that nobody will be shown: no, or an error where it has no other word for that.
Result<nlohmann::json> codex_refusal(const NewQuestion &question, const std::string &why);

// An item `fileChange` as people read it: paths with their differences.
std::string codex_changes(const nlohmann::json &item);

} // namespace agent_runtime
