#pragma once

#include "core/gateway/gateway_core.h"

#include <functional>
#include <memory>
#include <optional>

#include <boost/beast/core/tcp_stream.hpp>

namespace agent_runtime {

// Reads what the log has after `after`, while a client waits for its stream. It notices when the
// client goes away, and treats a log that does not answer within `limits.log_time` as unreadable.
// What the client sends is dropped. Calls `done` once, when nothing waits for the stream any more;
// without a page if the client has gone. `done` must keep `stream` alive.
// Thread rule: worker only (io).
void read_log_after(const std::shared_ptr<GatewayCore> &core, boost::beast::tcp_stream &stream,
		EventId after, std::function<void(const std::optional<Result<EventPage>> &page)> done);

} // namespace agent_runtime
