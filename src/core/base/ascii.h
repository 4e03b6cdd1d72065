#pragma once

// ASCII letters, independent of the locale, for names of hosts, headers, options and the like.
// Thread rule for all: any thread.

#include <algorithm>
#include <string>
#include <string_view>

namespace agent_runtime {

constexpr char to_lower(char byte) {
	return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

inline std::string to_lower(std::string_view text) {
	std::string lower(text);
	std::transform(
			lower.begin(), lower.end(), lower.begin(), [](char byte) { return to_lower(byte); });
	return lower;
}

} // namespace agent_runtime
