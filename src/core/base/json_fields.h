#pragma once

// Reading recorded values back: a missing or wrong field gives the default, never an exception.
// What comes from outside is checked against the vocabulary before; this reads what we wrote.

#include "core/base/ids.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

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

// The number if it is one that a T can hold, the nearest that it can otherwise.
template <typename T>
T number_in(const nlohmann::json &value) {
	if (!value.is_number()) {
		return T{};
	}
	if constexpr (std::is_floating_point_v<T>) {
		constexpr double HIGHEST = std::numeric_limits<T>::max();
		return static_cast<T>(std::clamp(value.get<double>(), -HIGHEST, HIGHEST));
	} else if (value.is_number_unsigned()) {
		const std::uint64_t number = value.get<std::uint64_t>();
		return static_cast<T>(
				std::min<std::uint64_t>(number, std::uint64_t{ std::numeric_limits<T>::max() }));
	} else if (value.is_number_integer()) {
		const std::int64_t number = value.get<std::int64_t>();
		constexpr std::int64_t LOWEST =
				std::is_signed_v<T> ? std::int64_t{ std::numeric_limits<T>::min() } : 0;
		const bool is_too_high = number > 0 &&
				static_cast<std::uint64_t>(number) > std::uint64_t{ std::numeric_limits<T>::max() };
		return is_too_high ? std::numeric_limits<T>::max()
						   : static_cast<T>(std::max(number, LOWEST));
	} else {
		// A double cannot represent the highest number of a wide type, and the next one is too
		// high.
		constexpr T LOWEST = std::numeric_limits<T>::min();
		constexpr T HIGHEST = std::numeric_limits<T>::max();
		const double number = value.get<double>();
		if (!(number > static_cast<double>(LOWEST))) {
			return LOWEST;
		}
		return number < static_cast<double>(HIGHEST) ? static_cast<T>(number) : HIGHEST;
	}
}

template <typename T>
T number_of(const nlohmann::json &object, const char *field) {
	const auto found = object.find(field);
	return found != object.end() ? number_in<T>(*found) : T{};
}

inline AgentId agent_of(const nlohmann::json &object, const char *field) {
	return AgentId::parse(text_of(object, field)).value_or(AgentId());
}

inline ParticipantId participant_of(const nlohmann::json &object, const char *field) {
	return ParticipantId::parse(text_of(object, field)).value_or(ParticipantId());
}

} // namespace agent_runtime
