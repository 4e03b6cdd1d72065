#pragma once

#include "core/gateway/request_head.h"

#include <cstdint>
#include <string_view>

namespace agent_runtime {

// A path of the gateway, and the request that it stands for. Rooms write the rows of their requests
// down beside these:
//
//	inline constexpr Route AGENT_ROUTES[] = {
//		{ HttpMethod::get, "/agents", "agents_request" },
//		{ HttpMethod::get, "/agents/{agent_id}", "agent_state_request" },
//		{ HttpMethod::post, "/agents/{agent_id}/walk", "walk_request", 202 },
//	};
//
// A part of a path in braces is the field of that name. {task_id:job_} takes only what begins with
// job_, and goes before a row that takes anything there. All other fields come from the query of a
// GET or DELETE, and from the body of a POST. So a row has nothing of its own to check, and a
// request is the same over HTTP, over a WebSocket and in a script. HEAD is answered where GET is.
// Thread rule: immutable.
struct Route {
	// What happens there. All but `request` are the gateway's own.
	enum class Serves : std::uint8_t {
		request, // the request, with its bare result
		any_request, // the request that is the body, with its request_completed
		health,
		schema,
		events,
		socket,
	};

	HttpMethod method = HttpMethod::get; // GET, POST or DELETE
	std::string_view path;
	std::string_view request = {}; // its name in the vocabulary
	unsigned success = 200; // the HTTP status when it was done
	Serves serves = Serves::request;
	bool is_open = false; // needs no token
};

} // namespace agent_runtime
