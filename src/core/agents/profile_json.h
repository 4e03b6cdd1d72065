#pragma once

// Values of the fields of a profile as JSON, both ways; which fields there are stands in
// profile_fields.h. Used by what records and by what stores them.
// Thread rule: any thread.

#include "core/agents/json_fields.h"
#include "core/agents/profile.h"
#include "core/base/time.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime::profile_json {

nlohmann::json to_json(const ThoughtBudget &budget);
nlohmann::json to_json(const std::shared_ptr<const std::string> &seat);
nlohmann::json to_json(MindKind mind);
nlohmann::json to_json(Routine routine);
nlohmann::json to_json(Micros time);
template <typename T>
nlohmann::json to_json(const T &value) {
	return value;
}

// What is read may come from a file of anybody's: it keeps to what a request may ask for, and what
// makes no sense is the default.
void assign(std::string &text, const nlohmann::json &from);
void assign(bool &flag, const nlohmann::json &from);
void assign(std::uint64_t &number, const nlohmann::json &from);
void assign(Micros &time, const nlohmann::json &from);
void assign(MindKind &mind, const nlohmann::json &from);
void assign(Routine &routine, const nlohmann::json &from);
void assign(std::shared_ptr<const std::string> &seat, const nlohmann::json &from);
void assign(ThoughtBudget &budget, const nlohmann::json &from);
void assign(float &number, const nlohmann::json &from, double most);

} // namespace agent_runtime::profile_json
