#include "core/gateway/http_response.h"

#include "core/gateway/event_message.h"

#include <chrono>

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>

namespace agent_runtime {

namespace http = boost::beast::http;

Refusal refusal(http::status status, StatusCode code, std::string message, std::string field) {
	return { static_cast<unsigned>(status), code, std::move(message), std::move(field) };
}

Refusal refusal_of_unreadable(boost::beast::error_code error) {
	if (error == http::error::header_limit || error == http::error::buffer_overflow) {
		return refusal(http::status::request_header_fields_too_large, StatusCode::exhausted,
				"the request's head is too long", "headers");
	}
	if (error == http::error::body_limit) {
		return refuse_body({ .has_body = true }).value();
	}
	return refusal(http::status::bad_request, StatusCode::invalid_argument,
			"this is no HTTP request (" + error.message() + ")");
}

GatewayResponse json_response(
		const GatewayRequest &request, http::status status, const nlohmann::json &body) {
	GatewayResponse response(status, request.version() == 0 ? 11 : request.version());
	response.set(http::field::content_type, "application/json");
	response.set(http::field::cache_control, "no-store");
	response.set("X-Content-Type-Options", "nosniff");
	if (status == http::status::unauthorized) {
		response.set(http::field::www_authenticate, "Bearer");
	} else if (status == http::status::method_not_allowed) {
		response.set(http::field::allow, "GET");
	}
	response.body() = to_text(body);
	response.prepare_payload();
	if (request.method() == http::verb::head) {
		response.body().clear(); // the Content-Length stays
	}
	return response;
}

GatewayResponse preflight_response(const GatewayRequest &request) {
	GatewayResponse response(http::status::no_content, request.version());
	response.set(http::field::access_control_allow_methods, "GET");
	response.set(http::field::access_control_allow_headers, "Authorization, Last-Event-ID");
	return response;
}

void finish_response(
		GatewayResponse &response, const std::string &origin, bool keep_alive, Micros idle) {
	if (!origin.empty() && response.result() != http::status::forbidden) {
		response.set(http::field::access_control_allow_origin, origin);
		response.set(http::field::vary, "Origin");
	}
	response.keep_alive(keep_alive);
	const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(idle).count();
	if (keep_alive && seconds > 0) {
		// A client that knows the time limit does not begin a request on a connection that is about
		// to end.
		response.set(http::field::keep_alive, "timeout=" + std::to_string(seconds));
	}
}

} // namespace agent_runtime
