#include "godot/http_target.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

constexpr int HTTP_PORT = 80;
constexpr int HTTPS_PORT = 443;
constexpr std::size_t SHORTEST_HOST = 4; // for the engine's client

bool is_plain(char p_char) {
	return p_char > ' ' && p_char < '\x7f';
}

std::string scheme_of(std::string_view p_url, std::size_t p_end) {
	std::string scheme(p_end == p_url.npos ? "" : p_url.substr(0, p_end));
	std::transform(scheme.begin(), scheme.end(), scheme.begin(),
			[](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
	return scheme;
}

Status bad_url(const std::string &p_problem, const std::string &p_remedy) {
	return Status(StatusCode::invalid_argument, "the address " + p_problem + "; " + p_remedy);
}

bool parse_port(std::string_view p_text, int &r_port) {
	constexpr int highest = 65'535;
	const std::from_chars_result read =
			std::from_chars(p_text.data(), p_text.data() + p_text.size(), r_port);
	return read.ec == std::errc() && read.ptr == p_text.data() + p_text.size() && r_port > 0 &&
			r_port <= highest;
}

} // namespace

Result<HttpTarget> HttpTarget::parse(const std::string &p_url) {
	const std::string remedy = "give one such as https://api.example.com or http://127.0.0.1:11434";
	if (!std::all_of(p_url.begin(), p_url.end(), is_plain)) {
		return bad_url("holds a blank, or a letter that is not plain ASCII", remedy);
	}
	const std::string_view url(p_url);
	const std::size_t scheme_end = url.find("://");
	const std::string scheme = scheme_of(url, scheme_end);
	if (scheme != "http" && scheme != "https") {
		return bad_url("does not begin with http:// or https://", remedy);
	}
	const std::string_view rest = url.substr(scheme_end + 3);
	const std::string_view sent = rest.substr(0, rest.find('#'));
	const std::size_t path_begin = std::min(sent.find_first_of("/?"), sent.size());
	HttpTarget target;
	target.secure = scheme == "https";
	target.authority = sent.substr(0, path_begin);
	target.path = sent.substr(path_begin);
	if (target.path.empty() || target.path.front() != '/') {
		target.path.insert(0, "/");
	}
	const Status status = target.split_authority();
	return status.ok() ? Result(std::move(target)) : status;
}

Status HttpTarget::split_authority() {
	if (authority.find('@') != std::string::npos) {
		return bad_url("holds a name or a password before its host", "send keys in headers");
	}
	const std::size_t bracket = authority.find(']'); // of an IPv6 address
	const std::size_t colon = authority.find(':', bracket == std::string::npos ? 0 : bracket);
	host = authority.substr(0, colon);
	port = secure ? HTTPS_PORT : HTTP_PORT;
	if (colon != std::string::npos &&
			!parse_port(std::string_view(authority).substr(colon + 1), port)) {
		return bad_url("has a port that is not between 1 and 65535", "give one, or none");
	}
	if (bracket != std::string::npos && host.size() > 2) {
		host = host.substr(1, host.size() - 2);
	}
	if (host.starts_with("::")) {
		host.insert(0, "0"); // the same address, long enough for the engine
	}
	if (host.size() < SHORTEST_HOST) {
		return bad_url("names a host of less than 4 letters, which the engine does not connect to",
				"give its number, such as 127.0.0.1");
	}
	return Status();
}

} // namespace agent_runtime
