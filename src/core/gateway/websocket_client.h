#pragma once

#include "core/gateway/gateway_core.h"
#include "core/gateway/stream_start.h"

#include <memory>

namespace agent_runtime {

// Whether this is the request for a WebSocket.
bool is_websocket_upgrade(const RequestHead &head);

// Accepts the upgrade and speaks WebSocket from then on: requests in, answers and events out, each
// a message of the vocabulary. Thread rule: worker only (io).
void serve_websocket(
		const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted, StreamStart start);

} // namespace agent_runtime
