#pragma once

// The part of JSON Schema that games can use to describe the arguments of their actions. Thread
// rule for all: any thread.

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What is wrong with a schema itself: "properties.item.type: is none of string, …".
std::optional<std::string> find_schema_problem(const nlohmann::json &schema);

// What is wrong with a value by a valid schema: "item: is missing".
std::optional<std::string> find_argument_problem(
		const nlohmann::json &value, const nlohmann::json &schema);

} // namespace agent_runtime
