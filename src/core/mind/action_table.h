#pragma once

#include "core/base/status.h"
#include "core/base/time.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

struct ActionInfo {
	std::string description; // for the mind to read
	// JSON Schema of the arguments, as language models expect it for tools: an object with
	// `properties`, each with `type`, `enum`, `minimum`, `maximum`, `minLength`, `maxLength`,
	// `items`, `required`, `additionalProperties: false`.
	nlohmann::json schema;
	// How long one call may take; zero: as long as calls of its kind usually may.
	Micros deadline{};
	// The runtime carries it out itself, and the game is not called.
	bool is_native = false;

	static constexpr Micros LONGEST_DEADLINE = std::chrono::minutes(10);
};

using ActionInfoPtr = std::shared_ptr<const ActionInfo>; // never null in a table

// What a game lets its agents do besides what every agent can do. Tables share what they have in
// common, so that a copy costs little.
// Thread rule: immutable once shared.
class ActionTable {
public:
	static constexpr std::size_t MOST_ACTIONS = 128;

	// `invalid_argument` names what is wrong with the name or the schema.
	Status add(const std::string &name, ActionInfo action);
	bool remove(const std::string &name) { return actions_.erase(name) != 0; }
	// Adds those of the other table whose names are new here, as long as there is space.
	void fill_up(const ActionTable &other);
	const ActionInfo *find(const std::string &name) const;
	const std::map<std::string, ActionInfoPtr> &all() const { return actions_; }

	// Why this action cannot be called like this, in words that the mind can act upon.
	std::optional<std::string> find_problem(
			const std::string &name, std::string_view arguments) const;

	nlohmann::json to_json() const;
	static ActionTable from_json(const nlohmann::json &json);

private:
	std::map<std::string, ActionInfoPtr> actions_;
};

using ActionTablePtr = std::shared_ptr<const ActionTable>;

} // namespace agent_runtime
