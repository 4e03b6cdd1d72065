#include "core/providers/local_address.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

namespace agent_runtime {

namespace {

using Octets = std::array<int, 4>;

// Accepts four decimal numbers and nothing else, since programs disagree about other forms.
std::optional<Octets> parse_ipv4(std::string_view host) {
	Octets octets{};
	for (std::size_t i = 0; i < octets.size(); ++i) {
		const char *const end = host.data() + host.size();
		const auto [after, error] = std::from_chars(host.data(), end, octets[i]);
		const bool is_number = error == std::errc() && octets[i] >= 0 && octets[i] <= 255;
		const bool is_last = i + 1 == octets.size();
		if (!is_number || (after == end) != is_last || (!is_last && *after != '.')) {
			return std::nullopt;
		}
		host.remove_prefix(static_cast<std::size_t>(after - host.data()) + (is_last ? 0 : 1));
	}
	return octets;
}

bool is_private(const Octets &octets) {
	return octets[0] == 127 || octets[0] == 10 || (octets[0] == 192 && octets[1] == 168) ||
			(octets[0] == 172 && octets[1] >= 16 && octets[1] < 32) ||
			(octets[0] == 169 && octets[1] == 254);
}

// Loopback, unique local (fc00::/7) and link local (fe80::/10).
bool is_private_ipv6(std::string_view host) {
	const bool has_group = host.size() > 4 && host[4] == ':';
	const std::string_view group = host.substr(0, 4);
	return host == "::1" || (has_group && (group.starts_with("fc") || group.starts_with("fd"))) ||
			(has_group && group >= "fe80" && group <= "febf");
}

std::string host_of(std::string_view url) {
	if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos) {
		url.remove_prefix(scheme + 3);
	}
	// Some readers of URLs treat a backslash as a slash.
	url = url.substr(0, url.find_first_of("/?#\\"));
	if (const std::size_t user = url.rfind('@'); user != std::string_view::npos) {
		url.remove_prefix(user + 1);
	}
	const bool is_ipv6 = url.starts_with('[');
	url = is_ipv6 ? url.substr(1, url.find(']') - 1) : url.substr(0, url.find(':'));
	return to_lower(url);
}

} // namespace

bool is_local_url(std::string_view url) {
	const std::string host = host_of(url);
	if (const std::optional<Octets> octets = parse_ipv4(host)) {
		return is_private(*octets);
	}
	return host == "localhost" || host.ends_with(".localhost") || host.ends_with(".local") ||
			host == "host.docker.internal" || is_private_ipv6(host);
}

} // namespace agent_runtime
