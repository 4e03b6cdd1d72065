#include "core/io/loopback.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace agent_runtime {

namespace {

constexpr std::array<std::string_view, 3> NAMES = { LOOPBACK_ADDRESS, "localhost", "[::1]" };
constexpr std::array<std::string_view, 2> SCHEMES = { "http://", "https://" };
constexpr std::size_t LONGEST_PORT = 5;

bool begins_with(std::string_view text, std::string_view name) {
	return text.size() >= name.size() &&
			std::equal(name.begin(), name.end(), text.begin(),
					[](char wanted, char byte) { return wanted == to_lower(byte); });
}

// True for nothing, or a colon and a number.
bool is_port(std::string_view text) {
	if (text.empty()) {
		return true;
	}
	const std::string_view digits = text.substr(1);
	return text.front() == ':' && !digits.empty() && digits.size() <= LONGEST_PORT &&
			std::all_of(digits.begin(), digits.end(),
					[](unsigned char byte) { return std::isdigit(byte) != 0; });
}

} // namespace

bool is_loopback_host(std::string_view host) {
	return std::any_of(NAMES.begin(), NAMES.end(), [host](std::string_view name) {
		return begins_with(host, name) && is_port(host.substr(name.size()));
	});
}

bool is_loopback_origin(std::string_view origin) {
	return std::any_of(SCHEMES.begin(), SCHEMES.end(), [origin](std::string_view scheme) {
		return begins_with(origin, scheme) && is_loopback_host(origin.substr(scheme.size()));
	});
}

} // namespace agent_runtime
