#pragma once

// Sends one HTTP request and reads its answer as it comes. There are two forms: BeastTransport on
// an io thread, for programs without an engine, and the binding's, over the engine's streams.

#include "core/base/status.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

struct HttpRequest {
	std::string method = "POST";
	std::string url; // http:// or https://
	std::vector<std::pair<std::string, std::string>> headers;
	std::string body;
};

struct HttpHead {
	int status = 0;
	std::vector<std::pair<std::string, std::string>> headers; // names in lower case

	// Empty when the answer has no such header.
	std::string_view header(std::string_view name) const;
};

enum class HttpFailure : std::uint8_t {
	bad_url,
	unreachable, // no such host, or nobody listens there
	insecure, // the certificate is not trusted
	cut_off, // the connection ended before the answer did
	bad_response, // not HTTP, or larger than a limit
};

// Why there is no answer; `message` continues a sentence about the server.
struct HttpTrouble {
	HttpFailure failure = HttpFailure::unreachable;
	std::string message;
};

// Receives what happens in one exchange. ended() or failed() comes exactly once, last, unless the
// exchange is destroyed before. Nothing is called from within send(). The listener may destroy the
// exchange within each call.
// Thread rule: worker only, the thread that called send().
class HttpListener {
public:
	virtual ~HttpListener() = default;
	// The server was reached (and, with TLS, is trusted), and the request is on its way.
	virtual void connected() = 0;
	virtual void head_came(const HttpHead &head) = 0;
	virtual void body_came(std::string_view part) = 0;
	virtual void ended() = 0;
	// `message` is meant for people and contains no header.
	virtual void failed(HttpFailure failure, const std::string &message) = 0;
};

// An exchange in flight. Destroying it cancels it and closes its connection.
class HttpExchange {
public:
	virtual ~HttpExchange() = default;
};

// Follows no redirects, because keys travel in headers. Sets no time limits; the caller destroys
// what takes too long.
// Thread rule: worker only, the one thread on which its listeners are called.
class HttpTransport {
public:
	virtual ~HttpTransport() = default;
	// `listener` must outlive the exchange.
	virtual std::unique_ptr<HttpExchange> send(HttpRequest request, HttpListener &listener) = 0;

	// Ends the transport's own threads, if it has any; nothing is sent afterwards. `internal` when
	// one of them had failed. May be called on any thread, after the exchanges' thread has ended.
	virtual Status stop() { return Status(); }
};

} // namespace agent_runtime
