#pragma once

// Decides who may come in: checks of a request's head that need no socket. Each refusal names what
// is wrong.

#include "core/base/field_problem.h"
#include "core/base/status.h"
#include "core/gateway/request_head.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// The path, and the decoded parameters. If a parameter occurs twice, the last one counts.
struct Target {
	std::string path;
	std::map<std::string, std::string> parameters;

	// Empty when there is none.
	std::string parameter(const char *name) const;
};

Target parse_target(std::string_view target);

// The parts of a path between its slashes, each decoded for itself: an escaped slash divides
// nothing.
std::vector<std::string> path_parts(std::string_view path);

struct Refusal {
	unsigned http_status = 0;
	StatusCode code = StatusCode::internal;
	std::string message;
	std::string field; // empty when no field is at fault

	// With the HTTP status for its code.
	static Refusal of(const Status &status);
	static Refusal of(const FieldProblem &problem) { return of(problem.to_status()); }

	// {"ok": false, "error": {…}}, as in a request_completed.
	nlohmann::json to_json() const;
};

// The HTTP status for an error.
unsigned http_status_of(StatusCode code);

// Refuses what does not come from a program or a page of this machine.
std::optional<Refusal> refuse_stranger(const RequestHead &head);

// Refuses a request without the token, as `Authorization: Bearer TOKEN` or as `?token=TOKEN`.
std::optional<Refusal> refuse_without_token(
		const RequestHead &head, const Target &target, std::string_view token);

// Refuses what could be read in two ways.
std::optional<Refusal> refuse_repeated_field(const RequestHead &head);

// Refuses an encoding that hides where the request ends.
std::optional<Refusal> refuse_unknown_encoding(const RequestHead &head);

// Refuses an announced body where none is taken, so none is waited for.
std::optional<Refusal> refuse_body(const RequestHead &head);

// Refuses a body that is not announced as JSON. A page of a stranger cannot announce one so
// without asking first.
std::optional<Refusal> refuse_other_than_json(const RequestHead &head);

// Refuses parameters that a path does not have, since a misspelt one would be silently ignored.
// `token` is one everywhere.
std::optional<Refusal> refuse_unknown_parameter(
		const Target &target, const std::vector<std::string_view> &known);

// Whether JSON is asked for where there is a stream as well.
bool prefers_json(const RequestHead &head);
// Whether a stream is asked for where there is JSON as well.
bool wants_stream(const RequestHead &head);

} // namespace agent_runtime
