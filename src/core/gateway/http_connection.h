#pragma once

#include "core/gateway/gateway_core.h"

#include <memory>

namespace agent_runtime {

// Reads requests from a new connection and answers them, or passes the socket to the kind of client
// whose stream was asked for. Thread rule: worker only (io).
void serve_http(const std::shared_ptr<GatewayCore> &core, GatewaySocket socket);

} // namespace agent_runtime
