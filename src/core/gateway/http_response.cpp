#include "core/gateway/http_response.h"

#include "core/gateway/event_message.h"
#include "core/gateway/http_status.h"

#include <charconv>
#include <chrono>

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/status.hpp>

namespace agent_runtime {

namespace {

namespace http = boost::beast::http;
using nlohmann::json;

void append_number(std::string &text, std::uint64_t number) {
	char figures[24];
	text.append(figures, std::to_chars(figures, figures + sizeof(figures), number).ptr);
}

void append_status_line(std::string &text, unsigned status) {
	text += "HTTP/1.1 ";
	append_number(text, status);
	text += ' ';
	const boost::beast::string_view reason = http::obsolete_reason(http::int_to_status(status));
	text.append(reason.data(), reason.size());
	text += "\r\n";
}

void append_origin(std::string &text, std::string_view origin) {
	if (!origin.empty()) {
		text += "Access-Control-Allow-Origin: ";
		text += origin;
		text += "\r\nVary: Origin\r\n";
	}
}

void append_what_to_do(std::string &text, const GatewayResponse &response) {
	if (response.status == http_status::UNAUTHORIZED) {
		text += "WWW-Authenticate: Bearer\r\n";
	} else if (response.status == http_status::METHOD_NOT_ALLOWED) {
		text += "Allow: " + response.methods + "\r\n";
	} else if (response.status == http_status::UPGRADE_REQUIRED) {
		text += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
	} else if (response.status == http_status::TOO_MANY ||
			response.status == http_status::UNAVAILABLE) {
		text += "Retry-After: 1\r\n";
	} else if (response.status == http_status::NO_CONTENT) {
		text += "Allow: " + response.methods +
				"\r\nAccess-Control-Allow-Methods: " + response.methods +
				"\r\nAccess-Control-Allow-Headers: Authorization, Content-Type, Last-Event-ID\r\n";
	}
}

void append_connection(std::string &text, unsigned status, const ResponseTerms &terms) {
	text += "Connection: ";
	text += status == http_status::UPGRADE_REQUIRED ? "Upgrade, " : "";
	if (!terms.keep_alive) {
		text += "close\r\n";
		return;
	}
	text += "keep-alive\r\n";
	const std::int64_t seconds =
			std::chrono::duration_cast<std::chrono::seconds>(terms.idle).count();
	if (seconds > 0) {
		// A client that knows the time limit does not begin a request on a connection that is about
		// to end.
		text += "Keep-Alive: timeout=";
		append_number(text, static_cast<std::uint64_t>(seconds));
		text += "\r\n";
	}
}

} // namespace

GatewayResponse response_of(const Refusal &refusal) {
	return { refusal.http_status, to_text(refusal.to_json()) };
}

GatewayResponse response_of(const json &body) {
	return { .body = to_text(body) };
}

GatewayResponse response_of_result(const json &completed, unsigned success) {
	if (!completed.at("ok").get<bool>()) {
		const json &error = completed.at("error");
		return { http_status_of(parse_status_code(error.value("code", ""))),
			to_text({ { "ok", false }, { "error", error } }) };
	}
	json result = completed.value("result", json::object());
	if (result.is_object() && completed.contains("stored")) {
		result["stored"] = completed.at("stored");
	}
	return { success, to_text(result) };
}

GatewayResponse response_of_completed(const json &completed) {
	const bool ok = completed.at("ok").get<bool>();
	const unsigned status = ok
			? http_status_of(StatusCode::ok)
			: http_status_of(parse_status_code(completed.at("error").value("code", "")));
	return { status, to_text(completed) };
}

GatewayResponse preflight_response(std::string methods) {
	return { .status = http_status::NO_CONTENT, .methods = std::move(methods) };
}

Refusal refusal_of_unreadable(boost::beast::error_code error) {
	if (error == http::error::header_limit || error == http::error::buffer_overflow) {
		return { http_status::HEAD_TOO_LARGE, StatusCode::exhausted,
			"the request's head is too long", "headers" };
	}
	if (error == http::error::body_limit) {
		return { http_status::TOO_LARGE, StatusCode::invalid_argument,
			"body: is too long; send less at once", "body" };
	}
	return { http_status::BAD_REQUEST, StatusCode::invalid_argument,
		"this is no HTTP request (" + error.message() + ")", "" };
}

void append_response(
		std::string &text, const GatewayResponse &response, const ResponseTerms &terms) {
	append_status_line(text, response.status);
	if (response.status != http_status::NO_CONTENT) {
		text += "Content-Type: application/json\r\nContent-Length: ";
		append_number(text, response.body.size());
		text += "\r\n";
	}
	text += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n";
	append_what_to_do(text, response);
	append_origin(
			text, response.status == http_status::FORBIDDEN ? std::string_view() : terms.origin);
	append_connection(text, response.status, terms);
	text += "\r\n";
	if (!terms.head_only) {
		text += response.body;
	}
}

std::string stream_head(std::string_view fields, std::string_view origin) {
	std::string text = "HTTP/1.1 200 OK\r\n";
	text += fields;
	text += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n";
	append_origin(text, origin);
	text += "\r\n";
	return text;
}

} // namespace agent_runtime
