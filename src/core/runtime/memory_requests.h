#pragma once

// What the requests that change an agent's memory ask for, read from their JSON.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/memory_store.h"

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

struct LineEdit {
	AgentId agent;
	std::int64_t line = 0;
	std::optional<std::string> content;
	std::optional<double> importance;
};
// `invalid_argument` when there is nothing to change.
Result<LineEdit> line_edit_from(const nlohmann::json &message);

struct ForgetOrder {
	AgentId agent;
	std::int64_t line = 0; // 0: not this one, but what the filter says
	ForgetFilter filter; // without its `last`
};
// `invalid_argument` unless it is exactly one line, or one sender's, or all.
Result<ForgetOrder> forget_order_from(const nlohmann::json &message);

NewLine note_from(const nlohmann::json &message, WallTime now);

// A whole number that was checked against the vocabulary: 3.0 is one too.
std::int64_t whole_number(const nlohmann::json &message, const char *field, std::int64_t otherwise);

} // namespace agent_runtime
