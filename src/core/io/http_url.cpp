#include "core/io/http_url.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace agent_runtime {

namespace {

constexpr std::uint16_t PLAIN_PORT = 80;
constexpr std::uint16_t SECURE_PORT = 443;

Status no_address(const char *why) {
	return Status(StatusCode::invalid_argument, why);
}

bool is_host_character(char character) {
	const char lower = to_lower(character);
	return (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || lower == '.' ||
			lower == '-' || lower == '_';
}

bool is_ip6_character(char character) {
	const char lower = to_lower(character);
	return (lower >= 'a' && lower <= 'f') || (lower >= '0' && lower <= '9') || lower == ':' ||
			lower == '.';
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
	std::uint16_t port = 0;
	const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
	const bool is_whole = error == std::errc() && end == text.data() + text.size();
	return is_whole && port != 0 ? std::optional(port) : std::nullopt;
}

// Cuts the host off the beginning. What is left is the port with its colon.
bool take_host(std::string_view &authority, HttpUrl &url) {
	const bool is_ip6 = authority.starts_with('[');
	const std::size_t end = is_ip6 ? authority.find(']') : authority.find(':');
	if (is_ip6 && end == std::string_view::npos) {
		return false;
	}
	const std::string_view host = is_ip6 ? authority.substr(1, end - 1) : authority.substr(0, end);
	authority.remove_prefix(is_ip6 ? end + 1 : std::min(end, authority.size()));
	url.host = to_lower(host);
	return !host.empty() &&
			std::all_of(host.begin(), host.end(), is_ip6 ? is_ip6_character : is_host_character);
}

} // namespace

std::string HttpUrl::authority() const {
	const std::string shown = host.find(':') != std::string::npos ? "[" + host + "]" : host;
	const bool is_usual = port == (is_secure ? SECURE_PORT : PLAIN_PORT);
	return is_usual ? shown : shown + ":" + std::to_string(port);
}

Result<HttpUrl> parse_http_url(std::string_view text) {
	const auto is_bad = [](char character) {
		return static_cast<unsigned char>(character) <= ' ' || character == '\x7F';
	};
	if (std::any_of(text.begin(), text.end(), is_bad)) {
		return no_address("holds a blank or a control character; write it without");
	}
	HttpUrl url;
	const std::size_t scheme_end = text.find("://");
	const std::string scheme = to_lower(text.substr(0, scheme_end));
	if (scheme_end == std::string_view::npos || (scheme != "http" && scheme != "https")) {
		return no_address("does not begin with http:// or https://; write it as in "
						  "http://127.0.0.1:11434/v1");
	}
	url.is_secure = scheme == "https";
	text.remove_prefix(scheme_end + 3);
	text = text.substr(0, text.find('#'));
	const std::size_t authority_end = std::min(text.find_first_of("/?"), text.size());
	std::string_view authority = text.substr(0, authority_end);
	if (authority.find('@') != std::string_view::npos) {
		return no_address("holds a name or a password; give the key as the key");
	}
	if (!take_host(authority, url)) {
		return no_address("names no host; write it as in http://127.0.0.1:11434/v1");
	}
	url.port = url.is_secure ? SECURE_PORT : PLAIN_PORT;
	if (!authority.empty()) {
		const std::optional<std::uint16_t> port =
				authority.starts_with(':') ? parse_port(authority.substr(1)) : std::nullopt;
		if (!port) {
			return no_address("has a port that is no number from 1 to 65535; correct or drop it");
		}
		url.port = *port;
	}
	const std::string_view target = text.substr(authority_end);
	url.target = target.starts_with('/') ? std::string(target) : "/" + std::string(target);
	return url;
}

} // namespace agent_runtime
