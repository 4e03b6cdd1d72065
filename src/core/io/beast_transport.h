#pragma once

// HTTP by Boost's Asio and Beast, with OpenSSL under https: for programs without an engine. In a
// game the engine's own streams are used, so that the addon needs no TLS library.
//
//	IoThread io("ar-net", log);
//	BeastTransport transport(io.context(), {});
//	// on the io thread:
//	std::unique_ptr<HttpExchange> exchange = transport.send(request, listener);

#include "core/io/http_transport.h"

#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace agent_runtime {

struct TlsTrust {
	bool of_the_system = true; // certificates that the machine trusts
	std::string file; // with certificates (PEM) that are trusted as well; empty: none
};

// A connection for each exchange. Owned by whoever has the io thread; goes before its io_context,
// and after its exchanges.
// Thread rule: worker only, the thread of the io_context; made and destroyed on any thread.
class BeastTransport : public HttpTransport {
public:
	BeastTransport(boost::asio::io_context &context, const TlsTrust &trust);
	~BeastTransport() override;
	BeastTransport(const BeastTransport &) = delete;
	BeastTransport &operator=(const BeastTransport &) = delete;

	std::unique_ptr<HttpExchange> send(HttpRequest request, HttpListener &listener) override;

private:
	struct Tls;

	boost::asio::io_context &context_;
	const std::shared_ptr<Tls> tls_; // shared with the exchanges
};

} // namespace agent_runtime
