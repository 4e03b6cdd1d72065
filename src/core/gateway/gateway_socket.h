#pragma once

// The gateway's sockets and timers. They name the type of their executor, since one that takes any
// executor costs an allocation for each operation. Thread rule: worker only (io).

#include <utility>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>

namespace agent_runtime {

using GatewayExecutor = boost::asio::io_context::executor_type;
using GatewaySocket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, GatewayExecutor>;
using GatewayAcceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, GatewayExecutor>;
using GatewayTimer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
		boost::asio::wait_traits<std::chrono::steady_clock>, GatewayExecutor>;

} // namespace agent_runtime
