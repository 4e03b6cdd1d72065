#pragma once

// Reading recorded values back: a missing or wrong field gives the default, never an exception.
// What comes from outside is checked against the vocabulary before; this reads what we wrote.

#include "core/base/ids.h"
#include "core/mind/mind.h"

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

inline std::string text_of(const nlohmann::json &object, const char *field) {
	const auto found = object.find(field);
	return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

inline bool flag_of(const nlohmann::json &object, const char *field) {
	const auto found = object.find(field);
	return found != object.end() && found->is_boolean() && found->get<bool>();
}

template <typename T>
T number_of(const nlohmann::json &object, const char *field) {
	const auto found = object.find(field);
	return found != object.end() && found->is_number() ? found->get<T>() : T{};
}

inline nlohmann::json to_json(TilePosition position) {
	return { { "x", position.x }, { "y", position.y } };
}

inline TilePosition position_of(const nlohmann::json &object, const char *field) {
	const auto found = object.find(field);
	if (found == object.end() || !found->is_object()) {
		return {};
	}
	return { number_of<float>(*found, "x"), number_of<float>(*found, "y") };
}

inline AgentId agent_of(const nlohmann::json &object, const char *field) {
	return AgentId::parse(text_of(object, field)).value_or(AgentId());
}

inline ParticipantId participant_of(const nlohmann::json &object, const char *field) {
	return ParticipantId::parse(text_of(object, field)).value_or(ParticipantId());
}

} // namespace agent_runtime
