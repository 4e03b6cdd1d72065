#pragma once

// Who may come in: checks of a request's head that need no socket. Refusals name what is wrong.

#include "core/base/status.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What counts of a request's head. The texts live as long as the request.
struct RequestHead {
	std::string_view target = {}; // "/events?since=42"
	std::string_view host = {};
	std::size_t hosts = 0; // how many Host headers there are
	std::string_view origin = {};
	bool has_origin = false;
	std::string_view authorization = {};
	std::string_view encoding = {}; // Transfer-Encoding
	std::size_t encodings = 0;
	bool has_body = false; // one is announced
};

// The path, and the parameters decoded. A parameter that stands twice counts as it came last.
struct Target {
	std::string path;
	std::map<std::string, std::string> parameters;
};

Target parse_target(std::string_view target);

struct Refusal {
	unsigned http_status = 0;
	StatusCode code = StatusCode::internal;
	std::string message;
	std::string field; // empty where it is none

	// {"ok": false, "error": {…}}, as in a request_completed.
	nlohmann::json to_json() const;
};

// Whether the request comes from a program or a page of this machine.
std::optional<Refusal> refuse_stranger(const RequestHead &head);

// Whether it shows the token: as `Authorization: Bearer TOKEN` or as `?token=TOKEN`.
std::optional<Refusal> refuse_without_token(
		const RequestHead &head, const Target &target, std::string_view token);

// Whether it can be told where the request ends.
std::optional<Refusal> refuse_unknown_encoding(const RequestHead &head);

// Whether a body is announced: no request takes one, so none is waited for.
std::optional<Refusal> refuse_body(const RequestHead &head);

// Whether all parameters are among those of an event stream: one that is misspelt would be missed.
std::optional<Refusal> refuse_unknown_parameter(const Target &target);

} // namespace agent_runtime
