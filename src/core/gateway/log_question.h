#pragma once

#include "core/gateway/gateway_core.h"

#include <functional>
#include <memory>
#include <optional>

#include <boost/beast/core/tcp_stream.hpp>

namespace agent_runtime {

// Asks the log what comes after `after`, while a client waits for its stream and has nothing else
// to wait for: its end is noticed meanwhile, and a log that does not answer within
// `limits.log_time` counts as one that cannot be read. What the client sends is dropped.
// `done` is called once, when nothing waits for the stream any more; without a page when the client
// has gone. It keeps `stream` alive.
// Thread rule: worker only (io).
void ask_log(const std::shared_ptr<GatewayCore> &core, boost::beast::tcp_stream &stream,
		EventId after, std::function<void(const std::optional<Result<EventPage>> &page)> done);

} // namespace agent_runtime
