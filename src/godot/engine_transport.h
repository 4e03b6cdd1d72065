#pragma once

// HTTP over the streams of the engine, which bring TLS along.

#include "core/base/log.h"
#include "core/base/named_thread.h"
#include "core/io/http_transport.h"
#include "core/io/io_thread.h"

#include <memory>
#include <string>

namespace agent_runtime {

// Owns the net thread, which owns the engine's objects. It moves all exchanges on in turn, every
// other millisecond while one is open, and sleeps otherwise. Begins with the first request.
// Exchanges may outlive the transport or its stop(); their listeners then get no more calls.
// Thread rule: worker only, that of `p_post`, on which listeners are called; made and destroyed on
// any.
class EngineTransport : public HttpTransport {
public:
	// Only certificates in `p_trusted_file`, a PEM file with the engine's kind of path, are
	// trusted; empty: those that the engine trusts.
	EngineTransport(IoPost p_post, Logger p_log, std::string p_trusted_file = {});
	~EngineTransport() override;

	std::unique_ptr<HttpExchange> send(HttpRequest p_request, HttpListener &p_listener) override;
	Status stop() override;

private:
	class Desk;
	class Handle;

	const IoPost post;
	const std::string trusted_file;
	const std::shared_ptr<Desk> desk;
	std::uint64_t newest = 0; // the newest exchange
	NamedThread thread;
};

} // namespace agent_runtime
