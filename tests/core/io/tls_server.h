#pragma once

// A server for one connection at a time, with or without TLS, that sends what the test wants.

#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

namespace agent_runtime {

// A connection as its server sees it. Every wait is bounded.
// Thread rule: worker only, the server's.
class ServedPeer {
public:
	virtual ~ServedPeer() = default;
	// False when the client has gone.
	virtual bool say(std::string_view bytes) = 0;
	// What one read brought; empty when the client has gone.
	virtual std::string hear() = 0;
	// Reads a request with its body.
	std::string hear_request();
};

// A self-signed certificate for the name, as PEM, with its key.
struct TestCertificate {
	explicit TestCertificate(const std::string &alternative_names);
	std::string key;
	std::string certificate;
};

// Accepts one connection after the other on a port of this machine. Thread rule: any thread; the
// function runs on the server's own.
class ScriptedServer {
public:
	using Serve = std::function<void(ServedPeer &)>;

	explicit ScriptedServer(Serve serve, const TestCertificate *certificate = nullptr,
			const std::string &address = "127.0.0.1");
	// Waits until the current connection has been served.
	~ScriptedServer();
	ScriptedServer(const ScriptedServer &) = delete;
	ScriptedServer &operator=(const ScriptedServer &) = delete;

	std::uint16_t port() const { return port_; }

private:
	void run();
	void serve(boost::asio::ip::tcp::socket socket);

	const Serve serve_;
	boost::asio::io_context context_;
	std::unique_ptr<boost::asio::ssl::context> tls_;
	boost::asio::ip::tcp::acceptor acceptor_;
	const std::uint16_t port_;
	std::thread thread_;
};

} // namespace agent_runtime
