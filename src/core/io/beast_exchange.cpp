#include "core/io/beast_exchange.h"

#include <span>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/http/write.hpp>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

constexpr unsigned HTTP_1_1 = 11;

} // namespace

BeastExchange::BeastExchange(
		asio::io_context &context, HttpRequest request, HttpListener &listener) :
		listener_(&listener),
		request_(std::move(request)),
		context_(context),
		resolver_(context) {}

void BeastExchange::start(const HttpUrl &url) {
	url_ = url;
	message_.version(HTTP_1_1);
	message_.method_string(request_.method);
	message_.target(url.target);
	for (const auto &[name, value] : request_.headers) {
		message_.set(name, value);
	}
	message_.set(http::field::host, url.authority());
	message_.set(http::field::connection, "close");
	message_.body() = std::move(request_.body);
	message_.prepare_payload();
	asio::post(context_, [self = shared_from_this()] {
		if (!self->is_silent()) {
			self->resolve();
		}
	});
}

void BeastExchange::refuse(HttpTrouble trouble) {
	asio::post(context_, [self = shared_from_this(), trouble = std::move(trouble)] {
		if (!self->is_silent()) {
			self->report_failure(trouble);
		}
	});
}

void BeastExchange::cancel() {
	listener_ = nullptr;
	close();
}

void BeastExchange::close() {
	Error ignored;
	resolver_.cancel();
	socket().close(ignored);
}

// An address needs no look-up. A look-up would wait for the thread that makes them.
void BeastExchange::resolve() {
	Error no_address;
	const asio::ip::address address = asio::ip::make_address(url_.host, no_address);
	if (!no_address) {
		const asio::ip::tcp::endpoint endpoint(address, url_.port);
		connect(asio::ip::tcp::resolver::results_type::create(endpoint, url_.host, ""));
		return;
	}
	resolver_.async_resolve(url_.host, std::to_string(url_.port),
			[self = shared_from_this()](
					const Error &error, const asio::ip::tcp::resolver::results_type &endpoints) {
				if (self->is_silent()) {
					return;
				}
				if (error) {
					self->report_failure(trouble_of_connecting(self->url_, error));
				} else {
					self->connect(endpoints);
				}
			});
}

void BeastExchange::connect(const asio::ip::tcp::resolver::results_type &endpoints) {
	// async_connect opens the socket anew for each attempt; one that cancel() closed must stay
	// closed.
	const auto goes_on = [self = shared_from_this()](
								 const Error & /*last*/, const asio::ip::tcp::endpoint & /*next*/) {
		return !self->is_silent();
	};
	asio::async_connect(socket(), endpoints, goes_on,
			[self = shared_from_this()](
					const Error &error, const asio::ip::tcp::endpoint & /*where*/) {
				if (self->is_silent()) {
					return;
				}
				if (error) {
					self->report_failure(trouble_of_connecting(self->url_, error));
					return;
				}
				Error ignored;
				self->socket().set_option(asio::ip::tcp::no_delay(true), ignored);
				self->prepare();
			});
}

void BeastExchange::is_ready() {
	listener_->connected();
	if (!is_silent()) {
		write(message_);
	}
}

// A server may refuse before it has read everything, and then say why. That is worth reading.
void BeastExchange::written(const Error & /*error*/, std::size_t /*size*/) {
	read_more();
}

void BeastExchange::read_more() {
	const std::span<char> buffer = reader_.buffer();
	read(asio::buffer(buffer.data(), buffer.size()));
}

void BeastExchange::has_read(const Error &error, std::size_t size) {
	reader_.arrived(size);
	if (error == asio::error::eof) {
		reader_.closed();
	}
	if (!forward_answer()) {
		return;
	}
	if (error) {
		report_failure(trouble_of_reading(error));
	} else {
		read_more();
	}
}

bool BeastExchange::forward_answer() {
	while (!is_silent()) {
		switch (reader_.next()) {
			case ResponseReader::Came::nothing:
				return true;
			case ResponseReader::Came::head:
				listener_->head_came(reader_.head());
				break;
			case ResponseReader::Came::part:
				listener_->body_came(reader_.part());
				break;
			case ResponseReader::Came::ended:
				end();
				return false;
			case ResponseReader::Came::failed:
				report_failure(reader_.trouble());
				return false;
		}
	}
	return false;
}

void BeastExchange::end() {
	HttpListener *const listener = std::exchange(listener_, nullptr);
	close();
	listener->ended();
}

void BeastExchange::report_failure(const HttpTrouble &trouble) {
	HttpListener *const listener = std::exchange(listener_, nullptr);
	close();
	listener->failed(trouble.failure, trouble.message);
}

PlainExchange::PlainExchange(
		asio::io_context &context, HttpRequest request, HttpListener &listener) :
		BeastExchange(context, std::move(request), listener),
		stream_(context) {}

void PlainExchange::write(Message &message) {
	http::async_write(stream_, message, then(&PlainExchange::written));
}

void PlainExchange::read(asio::mutable_buffer buffer) {
	stream_.async_read_some(buffer, then(&PlainExchange::has_read));
}

SecureExchange::SecureExchange(asio::io_context &context, std::shared_ptr<asio::ssl::context> tls,
		HttpRequest request, HttpListener &listener) :
		BeastExchange(context, std::move(request), listener),
		tls_(std::move(tls)),
		stream_(context, *tls_) {}

void SecureExchange::prepare() {
	const Status expected = expect_server(stream_, url());
	if (!expected.ok()) {
		report_failure({ HttpFailure::insecure, expected.message() });
		return;
	}
	stream_.async_handshake(
			asio::ssl::stream_base::client, [self = shared_from_this(), this](const Error &error) {
				if (!is_silent()) {
					handshaken(error);
				}
			});
}

void SecureExchange::handshaken(const Error &error) {
	if (error) {
		report_failure(trouble_of_handshake(url(), stream_, error));
	} else {
		is_ready();
	}
}

void SecureExchange::write(Message &message) {
	http::async_write(stream_, message, then(&SecureExchange::written));
}

void SecureExchange::read(asio::mutable_buffer buffer) {
	stream_.async_read_some(buffer, then(&SecureExchange::has_read));
}

} // namespace agent_runtime
