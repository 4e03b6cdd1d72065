#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class HttpMethod : std::uint8_t { get, head, post, remove, options, other };

// "GET"; empty for others.
std::string_view http_method_name(HttpMethod method);

// What the gateway wants to know of a request's head. Thread rule: immutable once it was read.
struct RequestHead {
	HttpMethod method = HttpMethod::get;
	std::string target = {}; // "/events?since=42"
	int version = 11; // 10: HTTP/1.0
	std::string host = {};
	std::size_t hosts = 0; // the number of Host headers
	std::string origin = {};
	std::size_t origins = 0;
	std::string fetch_site = {}; // Sec-Fetch-Site, which browsers alone send
	std::string authorization = {};
	std::string encoding = {}; // Transfer-Encoding
	std::size_t encodings = 0;
	std::string accept = {};
	std::string content_type = {};
	std::string expect = {};
	std::string last_event_id = {};
	// for a WebSocket
	std::string connection = {};
	std::string upgrade = {};
	std::string socket_key = {};
	std::string socket_version = {};

	std::string repeated = {}; // a field that may come only once and came again
	bool has_body = false; // whether a body is announced
	bool keep_alive = false;

	// Chunks, upgrades and answers that come ahead of the answer are known since HTTP/1.1.
	bool is_old() const { return version < 11; }
};

} // namespace agent_runtime
