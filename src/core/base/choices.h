#pragma once

// The names of an enumeration's values, written once beside it, in the order of the values, which
// count up from 0.
//
//	enum class Routine { still, wander };
//	template <>
//	struct Choices<Routine> {
//		static constexpr std::array<std::string_view, 2> NAMES = { "still", "wander" };
//		static constexpr Routine OTHER = Routine::still; // for a name that is none of them
//	};
//
// Thread rule: immutable.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace agent_runtime {

template <typename Enum>
struct Choices;

template <typename Enum>
concept HasChoices = std::is_enum_v<Enum> && requires {
	Choices<Enum>::NAMES;
};

template <HasChoices Enum>
inline constexpr const auto &NAMES_OF = Choices<Enum>::NAMES;

template <HasChoices Enum>
constexpr std::string_view choice_name(Enum value) {
	return Choices<Enum>::NAMES[static_cast<std::size_t>(value)];
}

template <HasChoices Enum>
constexpr std::optional<Enum> parse_choice(std::string_view name) {
	for (std::size_t i = 0; i < Choices<Enum>::NAMES.size(); i++) {
		if (Choices<Enum>::NAMES[i] == name) {
			return static_cast<Enum>(i);
		}
	}
	return std::nullopt;
}

} // namespace agent_runtime
