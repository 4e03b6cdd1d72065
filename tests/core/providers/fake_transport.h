#pragma once

// An HttpTransport whose server is the test: it sees what was sent and decides what comes back.
//
//	FakeTransport transport;
//	backend.start(request, listener);
//	transport.last().answers(200, "text/event-stream");
//	transport.last().says("data: …\n\n");
//	transport.last().ends();

#include "core/io/http_transport.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

// One request as the server sees it. Calls nothing once the client has gone.
// Thread rule: worker only, the transport's.
class FakeExchange {
public:
	FakeExchange(HttpRequest request, HttpListener &listener) :
			request_(std::move(request)),
			listener_(&listener) {}

	const HttpRequest &request() const { return request_; }
	std::string header(std::string_view name) const {
		for (const auto &[each, value] : request_.headers) {
			if (each == name) {
				return value;
			}
		}
		return "";
	}
	// The exchange has neither ended nor been given up by the client.
	bool is_open() const { return listener_ != nullptr; }
	void give_up() { listener_ = nullptr; }

	void connects() {
		if (is_open()) {
			listener_->connected();
		}
	}
	void answers(int status, const std::string &content_type,
			std::vector<std::pair<std::string, std::string>> headers = {}) {
		connects();
		HttpHead head{ status, std::move(headers) };
		if (!content_type.empty()) {
			head.headers.emplace_back("content-type", content_type);
		}
		if (is_open()) {
			listener_->head_came(head);
		}
	}
	void says(std::string_view part) {
		if (is_open()) {
			listener_->body_came(part);
		}
	}
	void ends() {
		if (HttpListener *const listener = std::exchange(listener_, nullptr)) {
			listener->ended();
		}
	}
	void fails(HttpFailure failure, const std::string &message) {
		if (HttpListener *const listener = std::exchange(listener_, nullptr)) {
			listener->failed(failure, message);
		}
	}

private:
	const HttpRequest request_;
	HttpListener *listener_;
};

// Thread rule: worker only, one at a time.
class FakeTransport : public HttpTransport {
public:
	std::unique_ptr<HttpExchange> send(HttpRequest request, HttpListener &listener) override {
		exchanges_.push_back(std::make_shared<FakeExchange>(std::move(request), listener));
		return std::make_unique<Handle>(exchanges_.back());
	}

	std::size_t count() const { return exchanges_.size(); }
	FakeExchange &at(std::size_t index) { return *exchanges_.at(index); }
	FakeExchange &last() { return *exchanges_.back(); }
	std::size_t open_count() const {
		std::size_t count = 0;
		for (const std::shared_ptr<FakeExchange> &each : exchanges_) {
			count += each->is_open() ? 1 : 0;
		}
		return count;
	}

private:
	class Handle : public HttpExchange {
	public:
		explicit Handle(std::shared_ptr<FakeExchange> exchange) :
				exchange_(std::move(exchange)) {}
		~Handle() override { exchange_->give_up(); }
		Handle(const Handle &) = delete;
		Handle &operator=(const Handle &) = delete;

	private:
		const std::shared_ptr<FakeExchange> exchange_;
	};

	std::deque<std::shared_ptr<FakeExchange>> exchanges_;
};

} // namespace agent_runtime
