#pragma once

// Looks into JSON that others wrote, where anything may be missing or have the wrong type. What is
// missing reads as nothing. Never throws.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Null when there is none, or when `value` is not an object.
inline const nlohmann::json *member(const nlohmann::json &value, const char *name) {
	if (!value.is_object()) {
		return nullptr;
	}
	const nlohmann::json::const_iterator found = value.find(name);
	return found != value.end() ? &*found : nullptr;
}

inline std::string_view text_member(const nlohmann::json &value, const char *name) {
	const nlohmann::json *const found = member(value, name);
	return found != nullptr && found->is_string()
			? std::string_view(found->get_ref<const std::string &>())
			: std::string_view();
}

// A count: 0 for anything that is not a number, and never more than anybody could have meant.
inline std::int64_t count_member(const nlohmann::json &value, const char *name) {
	constexpr std::int64_t MOST = 1'000'000'000;
	const nlohmann::json *const found = member(value, name);
	if (found == nullptr || !found->is_number_integer()) {
		return 0;
	}
	if (found->is_number_unsigned()) {
		return static_cast<std::int64_t>(
				std::min<std::uint64_t>(found->get<std::uint64_t>(), MOST));
	}
	return std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, MOST);
}

} // namespace agent_runtime
