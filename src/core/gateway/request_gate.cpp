#include "core/gateway/request_gate.h"

#include "core/base/field_problem.h"
#include "core/io/loopback.h"
#include "core/io/token.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace agent_runtime {

namespace {

constexpr std::string_view BEARER = "bearer ";
constexpr std::array<std::string_view, 3> PARAMETERS = { "token", "since", "entity" };
constexpr unsigned BAD_REQUEST = 400;
constexpr unsigned UNAUTHORIZED = 401;
constexpr unsigned FORBIDDEN = 403;
constexpr unsigned TOO_LARGE = 413;

// Turns "%41" into "A". A plus stays a plus, since it occurs in times such as 12:00:00+02:00.
std::string decode(std::string_view text) {
	std::string decoded;
	for (std::size_t i = 0; i < text.size(); i++) {
		unsigned byte = 0;
		const bool escape = text[i] == '%' && i + 2 < text.size() &&
				std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ptr ==
						text.data() + i + 3;
		decoded += escape ? static_cast<char>(byte) : text[i];
		i += escape ? 2 : 0;
	}
	return decoded;
}

bool is_chunked(std::string_view encoding) {
	constexpr std::string_view CHUNKED = "chunked";
	return std::equal(CHUNKED.begin(), CHUNKED.end(), encoding.begin(), encoding.end(),
			[](char wanted, unsigned char byte) { return wanted == std::tolower(byte); });
}

std::string_view bearer_token(std::string_view authorization) {
	const bool bearer = authorization.size() > BEARER.size() &&
			std::equal(BEARER.begin(), BEARER.end(), authorization.begin(),
					[](char wanted, unsigned char byte) { return wanted == std::tolower(byte); });
	return bearer ? authorization.substr(BEARER.size()) : std::string_view();
}

} // namespace

Target parse_target(std::string_view target) {
	const std::size_t mark = target.find('?');
	Target parsed;
	parsed.path = target.substr(0, mark);
	std::string_view rest =
			mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
	while (!rest.empty()) {
		const std::string_view pair = rest.substr(0, rest.find('&'));
		rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
		const std::size_t equals = pair.find('=');
		if (!pair.empty()) {
			parsed.parameters[decode(pair.substr(0, equals))] = equals == std::string_view::npos
					? std::string()
					: decode(pair.substr(equals + 1));
		}
	}
	return parsed;
}

nlohmann::json Refusal::to_json() const {
	nlohmann::json error{ { "code", status_code_name(code) }, { "message", message } };
	if (!field.empty()) {
		error["field"] = field;
	}
	return { { "ok", false }, { "error", std::move(error) } };
}

std::optional<Refusal> refuse_stranger(const RequestHead &head) {
	if (head.hosts != 1 || !is_loopback_host(head.host)) {
		return Refusal{ FORBIDDEN, StatusCode::permission_denied,
			"Host: is not this machine; connect to 127.0.0.1 or localhost", "Host" };
	}
	if (head.has_origin && !is_loopback_origin(head.origin)) {
		return Refusal{ FORBIDDEN, StatusCode::permission_denied,
			"Origin: is a page that this machine does not serve; open it from localhost",
			"Origin" };
	}
	return std::nullopt;
}

std::optional<Refusal> refuse_without_token(
		const RequestHead &head, const Target &target, std::string_view token) {
	std::string_view shown = bearer_token(head.authorization);
	if (const auto parameter = target.parameters.find("token");
			shown.empty() && parameter != target.parameters.end()) {
		shown = parameter->second;
	}
	if (!token.empty() && same_token(shown, token)) {
		return std::nullopt;
	}
	return Refusal{ UNAUTHORIZED, StatusCode::permission_denied,
		std::string(shown.empty() ? "token: is missing" : "token: is not the right one") +
				"; send what is in the token file as Authorization: Bearer TOKEN or ?token=TOKEN",
		"token" };
}

std::optional<Refusal> refuse_unknown_encoding(const RequestHead &head) {
	if (head.encodings > 1 || (head.encodings == 1 && !is_chunked(head.encoding))) {
		return Refusal{ BAD_REQUEST, StatusCode::invalid_argument,
			"Transfer-Encoding: is not known here, so nobody can tell where the request ends; "
			"leave it out",
			"Transfer-Encoding" };
	}
	return std::nullopt;
}

std::optional<Refusal> refuse_body(const RequestHead &head) {
	if (!head.has_body) {
		return std::nullopt;
	}
	return Refusal{ TOO_LARGE, StatusCode::invalid_argument,
		"body: no request here takes one; leave it out", "body" };
}

std::optional<Refusal> refuse_unknown_parameter(const Target &target) {
	for (const auto &[name, value] : target.parameters) {
		if (std::find(PARAMETERS.begin(), PARAMETERS.end(), name) == PARAMETERS.end()) {
			return Refusal{ BAD_REQUEST, StatusCode::invalid_argument,
				shown_name(name) + ": is not a parameter here; there are since and entity",
				shown_name(name) };
		}
	}
	return std::nullopt;
}

} // namespace agent_runtime
