#pragma once

// What requests have in common, however they come. Thread rule: any thread.

#include "core/base/status.h"
#include "core/base/vocabulary.h"

#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// The answer to a request that was not even asked.
nlohmann::json refused_request(const std::string &request_id, const Status &status);

// Every answer has an id, even one to a request whose own id cannot be sent back.
nlohmann::json named_completed(nlohmann::json completed, const std::string &own_id);

bool has_long_answer(const Vocabulary &vocabulary, const nlohmann::json &request);

} // namespace agent_runtime
