#pragma once

// The way to a server: name, connection, TLS. Private to BeastTransport.

#include "core/base/status.h"
#include "core/io/http_transport.h"
#include "core/io/http_url.h"

#include <string>

// Boost 1.74 to 1.81 want it before Asio in C++20.
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

namespace agent_runtime {

using PlainStream = boost::asio::ip::tcp::socket;
using SecureStream = boost::asio::ssl::stream<boost::asio::ip::tcp::socket>;

// Nobody answers, or nobody is known by this name.
HttpTrouble trouble_of_connecting(const HttpUrl &url, const boost::system::error_code &error);
// TLS could not be agreed upon, or the server's certificate is not one to be trusted.
HttpTrouble trouble_of_handshake(
		const HttpUrl &url, SecureStream &stream, const boost::system::error_code &error);
// Broken in the middle.
HttpTrouble trouble_of_reading(const boost::system::error_code &error);

// Certificate and name of the server are to be verified. Fails when OpenSSL refuses the name.
Status expect_server(SecureStream &stream, const HttpUrl &url);

} // namespace agent_runtime
