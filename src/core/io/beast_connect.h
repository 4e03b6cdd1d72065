#pragma once

// The way to a server: name, connection, TLS. Private to BeastTransport.

#include "core/base/status.h"
#include "core/io/http_transport.h"
#include "core/io/http_url.h"

#include <string>

// Boost 1.74 to 1.81 need it before Asio in C++20.
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

namespace agent_runtime {

using PlainStream = boost::asio::ip::tcp::socket;
using SecureStream = boost::asio::ssl::stream<boost::asio::ip::tcp::socket>;

// The name is unknown, or nobody answers at the address.
HttpTrouble trouble_of_connecting(const HttpUrl &url, const boost::system::error_code &error);
// The two sides found no common TLS, or the server's certificate is not trusted.
HttpTrouble trouble_of_handshake(
		const HttpUrl &url, SecureStream &stream, const boost::system::error_code &error);
// The connection broke in the middle.
HttpTrouble trouble_of_reading(const boost::system::error_code &error);

// Has the server's certificate and name verified. Fails when OpenSSL refuses the name.
Status expect_server(SecureStream &stream, const HttpUrl &url);

} // namespace agent_runtime
