#pragma once

// The door for programs outside the process: HTTP, Server-Sent Events and WebSocket on one port of
// this machine. Requests of the vocabulary come in and go to the runtime; events go out, in the
// order of their ids, to as many as want them.
//
//	GET /health                 that somebody is there: needs no token
//	GET /schema.json            JSON Schema of all that can be asked, and is sent
//	GET /events?since=&entity=  the events as SSE; an id is EPOCH-ID, as `Last-Event-ID` takes it
//	GET /ws?since=&entity=      the same as WebSocket messages, and requests the other way
//
// The way of an event: publish() on the writer's thread, the hub's inbox, the io thread, each
// client's stream (event_stream.h), its queue, its socket. The files: gateway_host.h what is needed
// of the runtime; stranger_share.h the places of those who have not shown the token; request_gate.h
// who may come in; stream_start.h from where a client wants events; open_requests.h what it may
// ask; event_stream.h its way through them; event_hub.h all streams; http_connection.h,
// sse_client.h and websocket_client.h the sockets.

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/gateway/event_hub.h"
#include "core/gateway/gateway_host.h"
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
	Gateway(GatewayOptions options, GatewayHost &host, const Logger &log);
	~Gateway() override;

	// Takes the port. What was published before is in the log, up to `place`. Once in a gateway's
	// life; `already_exists` when the port is another's.
	Status start(LogPlace place);

	// Says goodbye to all clients and joins the thread. Answers that come later are dropped.
	// `internal` when something had failed on the thread.
	const Status &stop();

	void publish(const PublishedBatch &batch) override;

	// Of a gateway that has started.
	std::uint16_t port() const;
	const std::string &token() const;

private:
	class Door;

	const GatewayOptions options_;
	const Logger log_;
	std::unique_ptr<Door> door_;
};

} // namespace agent_runtime
