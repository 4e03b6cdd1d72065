#pragma once

// Builds the answers to HTTP requests that are not streams.
// Thread rule: any thread.

#include "core/base/time.h"
#include "core/gateway/request_gate.h"

#include <string>
#include <string_view>

#include <boost/beast/core/error.hpp>

#include <nlohmann/json.hpp>

namespace agent_runtime {

struct GatewayResponse {
	unsigned status = 200;
	std::string body = {}; // JSON, or nothing
	std::string methods = {}; // that the path takes, where that is worth saying
};

// What depends on the asker and on the connection.
struct ResponseTerms {
	std::string_view origin = {}; // the page that asks, if there is one
	bool keep_alive = false;
	bool head_only = false;
	Micros idle = Micros(0); // how long the connection stays open
};

GatewayResponse response_of(const Refusal &refusal);
GatewayResponse response_of(const nlohmann::json &body);
// Of a request_completed: the bare result, or the error.
GatewayResponse response_of_result(const nlohmann::json &completed, unsigned success);
// The whole of it, under a name of ours where it has none.
GatewayResponse response_of_completed(const nlohmann::json &completed);
// Lets a page of this machine use the port from its own address.
GatewayResponse preflight_response(std::string methods);

// For bytes that Beast could not read as a request.
Refusal refusal_of_unreadable(boost::beast::error_code error);

void append_response(
		std::string &text, const GatewayResponse &response, const ResponseTerms &terms);

// The head of an answer of unknown length; `fields` are whole lines.
std::string stream_head(std::string_view fields, std::string_view origin);

} // namespace agent_runtime
