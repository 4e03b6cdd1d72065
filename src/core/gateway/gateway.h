#pragma once

// The door for programs outside the process: HTTP, Server-Sent Events and WebSocket on one port of
// this machine. Requests of the vocabulary come in and go to the runtime. Events go out, in the
// order of their ids, to every client that wants them.
//
//	GET /health                        shows that the gateway runs; needs no token
//	GET /schema.json                   JSON Schema of every request, reply and event
//	GET /events?since=&entity=&types=  the events as SSE; an id is EPOCH-ID, as `Last-Event-ID`
//	                                   takes it. With `Accept: application/json` one page of them
//	GET /ws?since=&entity=&types=      the same as WebSocket messages, and requests the other way
//	POST /requests                     any request; its answer is the request_completed
//
// All other paths are rows of the rooms that have the requests (route.h).
//
// An event goes from publish() on the writer's thread through the hub's inbox and the io thread to
// each client's stream (event_stream.h), its queue and its socket. It is made into text once, and
// no client has a copy. The files:
//
//	gateway_backend.h   what the gateway needs from the runtime
//	route.h, route_table.h, route_message.h   which path stands for which request
//	request_parser.h, request_gate.h   what is asked, and who may come in
//	stranger_share.h    places of connections that have not shown the token; waiting_bytes.h, how
//	                    much may wait for all the others
//	open_requests.h     when a client's next request may run
//	stream_start.h, event_stream.h, event_hub.h   where a client's events begin, its way through
//	                    them, and all streams
//	line_source.h       lines that are read and followed, such as the output of a job
//	http_socket.h, http_connection.h   sockets that ask; stream_connection.h, those that are sent
//	                    streams: sse_client.h, websocket_client.h, line_client.h

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
