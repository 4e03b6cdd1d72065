#pragma once

#include "core/io/io_thread.h"
#include "fake_transport.h"

#include <functional>
#include <memory>
#include <utility>

namespace agent_runtime {

using ServerAnswer = std::function<void(FakeExchange &exchange)>;

// A server that gives the same answer to everything, as soon as it was sent.
// Thread rule: worker only, the io thread.
class AnsweringTransport : public HttpTransport {
public:
	AnsweringTransport(const IoThread &thread, ServerAnswer answer) :
			post_(thread.poster()),
			answer_(std::move(answer)) {}

	std::unique_ptr<HttpExchange> send(HttpRequest request, HttpListener &listener) override {
		std::unique_ptr<HttpExchange> exchange = server_.send(std::move(request), listener);
		post_([this, index = server_.count() - 1] { answer_(server_.at(index)); });
		return exchange;
	}

private:
	const IoPost post_;
	const ServerAnswer answer_;
	FakeTransport server_;
};

} // namespace agent_runtime
