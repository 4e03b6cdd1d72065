#pragma once

// HTTP by Boost's Asio and Beast, with OpenSSL for https, for programs without an engine. A game
// uses the engine's own streams instead, so that the addon needs no TLS library.
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
	bool of_the_system = true; // trust the certificates that the machine trusts
	std::string file; // with more certificates to trust (PEM); empty: none
};

// Opens a connection for each exchange. Owned by whoever has the io thread. Destroy it after its
// exchanges and before its io_context.
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
