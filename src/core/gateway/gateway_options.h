#pragma once

#include "core/base/time.h"
#include "core/io/token_place.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace agent_runtime {

// How much a client may ask for, and how long it may keep us waiting. Times are real time.
// Thread rule: immutable once the gateway runs.
struct GatewayLimits {
	std::size_t clients = 64; // that have shown the token and watch, over SSE or WebSocket
	std::size_t strangers = 16; // connections beside them, that have not shown it
	std::size_t message_bytes = 1'048'576; // of a WebSocket message
	std::size_t header_bytes = 16'384;
	std::size_t header_fields = 128;
	std::size_t queue_bytes = 1'048'576; // waiting for one client; past it the client is slow
	std::size_t socket_bytes = 131'072; // the system's own buffer for one client
	std::size_t open_requests = 64; // of one client in work, before its next one is asked
	std::size_t waiting_requests = 1'024; // of one client that take longer than `quick_time`
	std::size_t log_page = 256; // events read from the log at a time

	Micros head_time = std::chrono::seconds(2); // for the head of a request, from the last answer
	Micros stranger_time = std::chrono::milliseconds(50); // before a newcomer may take the place
	Micros quick_time = std::chrono::milliseconds(100); // after it a request holds nobody up
	Micros idle_time = std::chrono::seconds(30); // a WebSocket that answers no ping
	Micros stall_time = std::chrono::seconds(60); // an SSE client that takes nothing
	Micros heartbeat = std::chrono::seconds(15); // a comment on a quiet SSE stream
	Micros log_time = std::chrono::seconds(5); // for the log, while a client waits for its stream
	Micros retry = std::chrono::seconds(1); // after the log could not be read
	Micros closing_time = std::chrono::seconds(1); // for goodbyes when the gateway stops
};

struct GatewayOptions {
	std::uint16_t port = 0; // 0: any free one
	// The secret; empty: the one in its place, or a new one.
	std::string token;
	std::optional<TokenPlace> token_place; // nothing: kept in no file
	GatewayLimits limits;
};

} // namespace agent_runtime
