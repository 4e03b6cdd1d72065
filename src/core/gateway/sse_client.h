#pragma once

#include "core/gateway/gateway_core.h"
#include "core/gateway/stream_start.h"

#include <memory>
#include <string>
#include <utility>

#include <boost/beast/core/tcp_stream.hpp>

namespace agent_runtime {

// Answers a request for events with a stream of them (text/event-stream) that ends when either side
// closes it. `origin` is the page that asked, if a page did.
// Thread rule: worker only (io).
void serve_events(const std::shared_ptr<GatewayCore> &core, boost::beast::tcp_stream stream,
		StreamStart start, const std::string &origin);

} // namespace agent_runtime
