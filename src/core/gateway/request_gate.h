#pragma once

// Decides who may come in: checks of a request's head that need no socket. Each refusal names what
// is wrong.

#include "core/base/status.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// The parts of a request's head that the checks need. The texts live as long as the request.
struct RequestHead {
	std::string_view target = {}; // "/events?since=42"
	std::string_view host = {};
	std::size_t hosts = 0; // the number of Host headers
	std::string_view origin = {};
	bool has_origin = false;
	std::string_view authorization = {};
	std::string_view encoding = {}; // Transfer-Encoding
	std::size_t encodings = 0;
	bool has_body = false; // whether a body is announced
};

// The path, and the decoded parameters. If a parameter occurs twice, the last one counts.
struct Target {
	std::string path;
	std::map<std::string, std::string> parameters;
};

Target parse_target(std::string_view target);

struct Refusal {
	unsigned http_status = 0;
	StatusCode code = StatusCode::internal;
	std::string message;
	std::string field; // empty when no field is at fault

	// {"ok": false, "error": {…}}, as in a request_completed.
	nlohmann::json to_json() const;
};

// Refuses what does not come from a program or a page of this machine.
std::optional<Refusal> refuse_stranger(const RequestHead &head);

// Refuses a request without the token, as `Authorization: Bearer TOKEN` or as `?token=TOKEN`.
std::optional<Refusal> refuse_without_token(
		const RequestHead &head, const Target &target, std::string_view token);

// Refuses an encoding that hides where the request ends.
std::optional<Refusal> refuse_unknown_encoding(const RequestHead &head);

// Refuses an announced body. No request takes one, so none is waited for.
std::optional<Refusal> refuse_body(const RequestHead &head);

// Refuses parameters that no event stream has, since a misspelt one would be silently ignored.
std::optional<Refusal> refuse_unknown_parameter(const Target &target);

} // namespace agent_runtime
