#include "core/mind/offline_actions.h"

#include <cmath>
#include <vector>

namespace agent_runtime {

namespace {

using nlohmann::json;

std::optional<json> made_up_number(const json &schema, bool whole, Rng &rng) {
	if (!schema.contains("minimum") || !schema.contains("maximum")) {
		return std::nullopt;
	}
	const double least = schema.at("minimum").get<double>();
	const double most = schema.at("maximum").get<double>();
	if (!whole) {
		return json(least + (most - least) * rng.real01());
	}
	const double first = std::ceil(least);
	const double count = std::floor(most) - first + 1.0;
	if (!(count >= 1.0 && count < 1e9)) {
		return std::nullopt;
	}
	const std::uint64_t chosen = rng.uniform(static_cast<std::uint64_t>(count));
	return json(static_cast<std::int64_t>(first) + static_cast<std::int64_t>(chosen));
}

std::optional<json> made_up_value(const json &schema, Rng &rng) {
	if (const auto choices = schema.find("enum"); choices != schema.end()) {
		return choices->empty() ? std::optional<json>() : choices->at(rng.uniform(choices->size()));
	}
	const auto type = schema.find("type");
	if (type == schema.end()) {
		return std::nullopt;
	}
	if (*type == "boolean") {
		return json(rng.uniform(2) == 1);
	}
	return *type == "integer" || *type == "number" ? made_up_number(schema, *type == "integer", rng)
												   : std::nullopt;
}

std::optional<json> made_up_arguments(const json &schema, Rng &rng) {
	json arguments = json::object();
	const auto required = schema.find("required");
	const auto properties = schema.find("properties");
	if (required == schema.end()) {
		return arguments;
	}
	for (const json &name : *required) {
		const bool is_known = properties != schema.end() && properties->contains(name);
		const std::optional<json> value =
				is_known ? made_up_value(properties->at(name), rng) : std::nullopt;
		if (!value) {
			return std::nullopt;
		}
		arguments[name.get<std::string>()] = *value;
	}
	return arguments;
}

} // namespace

std::optional<GameAction> choose_game_action(const ActionTable &actions, Rng &rng) {
	std::vector<GameAction> possible;
	for (const auto &[name, action] : actions.all()) {
		if (const std::optional<json> arguments = made_up_arguments(action.schema, rng)) {
			possible.push_back({ name, arguments->dump() });
		}
	}
	if (possible.empty()) {
		return std::nullopt;
	}
	return possible[rng.uniform(possible.size())];
}

} // namespace agent_runtime
