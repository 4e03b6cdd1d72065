#pragma once

#include "core/gateway/gateway_core.h"

#include <memory>
#include <utility>

#include <boost/asio/ip/tcp.hpp>

namespace agent_runtime {

// Reads requests from a new connection and answers them, or passes the socket to the kind of client
// whose stream was asked for. Thread rule: worker only (io).
void serve_http(const std::shared_ptr<GatewayCore> &core, boost::asio::ip::tcp::socket socket);

} // namespace agent_runtime
