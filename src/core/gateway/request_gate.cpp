#include "core/gateway/request_gate.h"

#include "core/gateway/http_status.h"
#include "core/io/loopback.h"
#include "core/io/token.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace agent_runtime {

namespace {

constexpr std::string_view BEARER = "bearer ";
constexpr std::string_view TOKEN = "token";
constexpr std::string_view JSON_TYPE = "application/json";
constexpr std::string_view STREAM_TYPE = "text/event-stream";

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

bool is_same_word(std::string_view text, std::string_view lower_case) {
	return std::equal(lower_case.begin(), lower_case.end(), text.begin(), text.end(),
			[](char wanted, unsigned char byte) { return wanted == std::tolower(byte); });
}

std::string_view without_blanks(std::string_view text) {
	const auto is_blank = [](char byte) { return byte == ' ' || byte == '\t'; };
	while (!text.empty() && is_blank(text.front())) {
		text.remove_prefix(1);
	}
	while (!text.empty() && is_blank(text.back())) {
		text.remove_suffix(1);
	}
	return text;
}

// "application/json" of "application/json; charset=utf-8".
std::string_view media_type(std::string_view text) {
	return without_blanks(text.substr(0, text.find(';')));
}

// Whether a list such as that of an Accept header has this type.
bool lists_type(std::string_view list, std::string_view type) {
	while (!list.empty()) {
		const std::string_view each = list.substr(0, list.find(','));
		list.remove_prefix(std::min(list.size(), each.size() + 1));
		if (is_same_word(media_type(each), type)) {
			return true;
		}
	}
	return false;
}

std::string_view bearer_token(std::string_view authorization) {
	const bool is_bearer = is_same_word(authorization.substr(0, BEARER.size()), BEARER);
	return is_bearer ? authorization.substr(BEARER.size()) : std::string_view();
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

std::string Target::parameter(const char *name) const {
	const auto found = parameters.find(name);
	return found == parameters.end() ? std::string() : found->second;
}

std::vector<std::string> path_parts(std::string_view path) {
	std::vector<std::string> parts;
	while (path.starts_with('/')) {
		path.remove_prefix(1);
		const std::string_view part = path.substr(0, path.find('/'));
		parts.push_back(decode(part));
		path.remove_prefix(part.size());
	}
	return parts;
}

unsigned http_status_of(StatusCode code) {
	switch (code) {
		case StatusCode::ok:
			return 200;
		case StatusCode::invalid_argument:
			return 400;
		case StatusCode::permission_denied:
			return 403;
		case StatusCode::not_found:
			return 404;
		case StatusCode::already_exists:
		case StatusCode::failed_precondition:
			return 409;
		case StatusCode::exhausted:
			return 429;
		case StatusCode::unsupported:
			return 501;
		case StatusCode::unavailable:
		case StatusCode::cancelled:
			return 503;
		case StatusCode::deadline_exceeded:
			return 504;
		case StatusCode::corrupt:
		case StatusCode::internal:
			return 500;
	}
	return 500;
}

Refusal Refusal::of(const Status &status) {
	return { http_status_of(status.code()), status.code(), status.message(), status.field() };
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
		return Refusal{ http_status::FORBIDDEN, StatusCode::permission_denied,
			"Host: is not this machine; connect to 127.0.0.1 or localhost", "Host" };
	}
	if (head.origins > 1 || (head.origins == 1 && !is_loopback_origin(head.origin))) {
		return Refusal{ http_status::FORBIDDEN, StatusCode::permission_denied,
			"Origin: is a page that this machine does not serve; open it from localhost",
			"Origin" };
	}
	// A page of this machine may be of another site than the port, under its other name.
	if (head.origins == 0 && is_same_word(head.fetch_site, "cross-site")) {
		return Refusal{ http_status::FORBIDDEN, StatusCode::permission_denied,
			"Sec-Fetch-Site: a page that this machine does not serve asks; open it from localhost",
			"Sec-Fetch-Site" };
	}
	return std::nullopt;
}

std::optional<Refusal> refuse_without_token(
		const RequestHead &head, const Target &target, std::string_view token) {
	std::string_view shown = bearer_token(head.authorization);
	if (const auto parameter = target.parameters.find(std::string(TOKEN));
			shown.empty() && parameter != target.parameters.end()) {
		shown = parameter->second;
	}
	if (!token.empty() && same_token(shown, token)) {
		return std::nullopt;
	}
	return Refusal{ http_status::UNAUTHORIZED, StatusCode::permission_denied,
		std::string(shown.empty() ? "token: is missing" : "token: is not the right one") +
				"; send what is in the token file as Authorization: Bearer TOKEN or ?token=TOKEN",
		"token" };
}

std::optional<Refusal> refuse_repeated_field(const RequestHead &head) {
	if (head.repeated.empty()) {
		return std::nullopt;
	}
	return Refusal{ http_status::BAD_REQUEST, StatusCode::invalid_argument,
		head.repeated + ": comes more than once, and nobody can tell which one counts; send one",
		head.repeated };
}

std::optional<Refusal> refuse_unknown_encoding(const RequestHead &head) {
	const bool is_chunked =
			head.encodings == 1 && !head.is_old() && is_same_word(head.encoding, "chunked");
	if (head.encodings > 0 && !is_chunked) {
		return Refusal{ http_status::BAD_REQUEST, StatusCode::invalid_argument,
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
	return Refusal{ http_status::TOO_LARGE, StatusCode::invalid_argument,
		"body: none is taken here; leave it out", "body" };
}

std::optional<Refusal> refuse_other_than_json(const RequestHead &head) {
	if (is_same_word(media_type(head.content_type), JSON_TYPE)) {
		return std::nullopt;
	}
	return Refusal{ http_status::UNSUPPORTED_TYPE, StatusCode::invalid_argument,
		"Content-Type: is not application/json; send JSON, and say so", "Content-Type" };
}

std::optional<Refusal> refuse_unknown_parameter(
		const Target &target, const std::vector<std::string_view> &known) {
	for (const auto &[name, value] : target.parameters) {
		if (name == TOKEN || std::find(known.begin(), known.end(), name) != known.end()) {
			continue;
		}
		std::string sentence = shown_name(name) + ": is not a parameter here; ";
		for (std::size_t i = 0; i < known.size(); i++) {
			sentence += i == 0				? (known.size() == 1 ? "there is " : "there are ")
					: i + 1 == known.size() ? " and "
											: ", ";
			sentence += known[i];
		}
		sentence += known.empty() ? "there are none" : "";
		return Refusal{ http_status::BAD_REQUEST, StatusCode::invalid_argument, sentence,
			shown_name(name) };
	}
	return std::nullopt;
}

bool prefers_json(const RequestHead &head) {
	return lists_type(head.accept, JSON_TYPE) && !wants_stream(head);
}

bool wants_stream(const RequestHead &head) {
	return lists_type(head.accept, STREAM_TYPE);
}

} // namespace agent_runtime
