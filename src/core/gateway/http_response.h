#pragma once

// Builds the answers to HTTP requests that are not streams.

#include "core/base/time.h"
#include "core/gateway/request_gate.h"

#include <string>
#include <utility>

#include <boost/beast/core/error.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <nlohmann/json.hpp>

namespace agent_runtime {

using GatewayRequest = boost::beast::http::request<boost::beast::http::empty_body>;
using GatewayResponse = boost::beast::http::response<boost::beast::http::string_body>;

Refusal refusal(boost::beast::http::status status, StatusCode code, std::string message,
		std::string field = "");

// For bytes that Beast could not read as a request.
Refusal refusal_of_unreadable(boost::beast::error_code error);

// Leaves out the body when only the head was asked for.
GatewayResponse json_response(const GatewayRequest &request, boost::beast::http::status status,
		const nlohmann::json &body);

// Lets a page of this machine use the port from its own address.
GatewayResponse preflight_response(const GatewayRequest &request);

// Adds what depends on the asker, and on whether the connection stays open; `idle` is how long it
// does.
void finish_response(
		GatewayResponse &response, const std::string &origin, bool keep_alive, Micros idle);

} // namespace agent_runtime
