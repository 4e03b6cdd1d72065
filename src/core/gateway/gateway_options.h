#pragma once

#include "core/base/time.h"
#include "core/io/token_place.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace agent_runtime {

// How much a client may ask for, and how long it may make us wait. Times are real time. Thread
// rule: immutable once the gateway runs.
struct GatewayLimits {
	// clients that have shown the token: they receive events, or wait for answers
	std::size_t clients = 512;
	std::size_t strangers = 64; // further connections that have not shown the token
	std::size_t message_bytes = 1'048'576; // the longest WebSocket message, or body of a request
	std::size_t header_bytes = 16'384;
	std::size_t header_fields = 128;
	// how much may wait for one client before it counts as slow
	std::size_t queue_bytes = 1'048'576;
	// How much may wait for all clients and requests together. With more, each client may have only
	// a little, and no body is read.
	std::size_t all_queue_bytes = 134'217'728;
	std::size_t socket_bytes = 131'072; // the system's own buffer for one client
	std::size_t open_requests = 64; // one client's requests in work before its next one is taken
	// one client's requests that take longer than `quick_time`
	std::size_t waiting_requests = 1'024;
	std::size_t log_page = 512; // events read from the log at a time
	std::size_t line_page_bytes = 131'072; // of lines that are read at a time

	// for the head of a request, counted from the last answer
	Micros head_time = std::chrono::seconds(2);
	Micros body_time = std::chrono::seconds(10); // for the body behind it
	Micros answer_time = std::chrono::seconds(30); // for the answer to a request over HTTP
	// until a client that has ended its side of the connection, and waits, is asked whether it is
	// there
	Micros silent_time = std::chrono::seconds(1);
	// before a newcomer may take the place of a stranger
	Micros stranger_time = std::chrono::milliseconds(50);
	// after this a request no longer holds up the next one
	Micros quick_time = std::chrono::milliseconds(100);
	Micros idle_time = std::chrono::seconds(30); // until a WebSocket must answer a ping
	Micros stall_time =
			std::chrono::seconds(60); // until a client must take something of what waits
	Micros heartbeat = std::chrono::seconds(15); // between comments on a quiet SSE stream
	// for the log, or for lines, to answer while a client waits for its stream
	Micros log_time = std::chrono::seconds(5);
	Micros retry = std::chrono::seconds(1); // until the log is read again after a failure
	Micros closing_time = std::chrono::seconds(1); // for goodbyes when the gateway stops
};

struct GatewayOptions {
	std::uint16_t port = 0; // 0: any free port
	// The secret; empty: use the stored one, or make a new one.
	std::string token;
	std::optional<TokenPlace> token_place; // nothing: do not store it
	GatewayLimits limits;
};

} // namespace agent_runtime
