#pragma once

// Makes the message of the vocabulary that an HTTP request stands for. It is checked by whoever
// answers it, as any other.
// Thread rule: any thread.

#include "core/base/status.h"
#include "core/base/vocabulary.h"
#include "core/gateway/request_gate.h"
#include "core/gateway/route_table.h"

#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// The fields that a route takes from the query.
std::vector<std::string_view> query_fields(const FoundRoute &found, const Vocabulary &vocabulary);

// Of a GET or DELETE: each parameter becomes a value of its field's kind, lists at their commas, a
// place from "12.5,8". What is none of that kind stays text, which the check refuses by its name.
Result<nlohmann::json> message_of_query(
		const FoundRoute &found, const Target &target, const Vocabulary &vocabulary);

// Of a POST: the body has all fields that do not stand in the path.
Result<nlohmann::json> message_of_body(const FoundRoute &found, nlohmann::json body);

} // namespace agent_runtime
