#pragma once

#include "core/gateway/gateway_core.h"
#include "core/gateway/stream_start.h"

#include <memory>
#include <utility>

#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

namespace agent_runtime {

// Serves a connection as a WebSocket: requests of the vocabulary come in, each is answered by one
// request_completed, and events go out as they happen. Thread rule: worker only (io).
void serve_websocket(const std::shared_ptr<GatewayCore> &core, boost::beast::tcp_stream stream,
		const boost::beast::http::request<boost::beast::http::empty_body> &upgrade,
		StreamStart start);

} // namespace agent_runtime
