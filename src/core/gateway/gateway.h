#pragma once

// The door for programs outside the process: HTTP, Server-Sent Events and WebSocket on one port of
// this machine. Requests of the vocabulary come in and go to the runtime. Events go out, in the
// order of their ids, to every client that wants them.
//
//	GET /health                 shows that the gateway runs; needs no token
//	GET /schema.json            JSON Schema of every request, reply and event
//	GET /events?since=&entity=  the events as SSE; an id is EPOCH-ID, as `Last-Event-ID` takes it
//	GET /ws?since=&entity=      the same as WebSocket messages, and requests the other way
//
// An event goes from publish() on the writer's thread through the hub's inbox and the io thread to
// each client's stream (event_stream.h), its queue and its socket. The files: gateway_backend.h
// what the gateway needs from the runtime; stranger_share.h the places of connections that have not
// shown the token; request_gate.h who may come in; stream_start.h where a client's events begin;
// open_requests.h when a client's next request may run; event_stream.h one client's way through the
// events; event_hub.h all streams; http_connection.h, sse_client.h and websocket_client.h the
// sockets.

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/gateway/event_hub.h"
#include "core/gateway/gateway_backend.h"
#include "core/gateway/gateway_options.h"
#include "core/log/published.h"

#include <cstdint>
#include <memory>
#include <string>

namespace agent_runtime {

// Owned by the runtime. Thread rule: any thread; start() and stop() by the owner.
class Gateway : public EventSubscriber {
public:
	// `host` outlives stop().
	Gateway(GatewayOptions options, GatewayBackend &host, const Logger &log);
	~Gateway() override;

	// Takes the port. What was published before is in the log, up to `place`. Called once in a
	// gateway's life. `already_exists` when another program has the port.
	Status start(LogPosition place);

	// Says goodbye to all clients and joins the thread. Answers that come later are dropped.
	// `internal` when something had failed on the thread.
	const Status &stop();

	void publish(const PublishedBatch &batch) override;

	// Valid once the gateway has started.
	std::uint16_t port() const;
	const std::string &token() const;

private:
	class Acceptor;

	const GatewayOptions options_;
	const Logger log_;
	std::unique_ptr<Acceptor> acceptor_;
};

} // namespace agent_runtime
