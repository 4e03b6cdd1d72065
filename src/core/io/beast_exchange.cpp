#include "core/io/beast_exchange.h"

#include "core/base/ascii.h"

#include <algorithm>

#include <boost/asio/connect.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

constexpr std::size_t MOST_OF_HEAD = 65'536;
constexpr unsigned HTTP_1_1 = 11;
constexpr int FIRST_FINAL_STATUS = 200;

HttpHead head_of(const http::response_header<> &message) {
	HttpHead head;
	head.status = static_cast<int>(message.result_int());
	for (const http::fields::value_type &field : message) {
		head.headers.emplace_back(
				to_lower(std::string(field.name_string())), std::string(field.value()));
	}
	return head;
}

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
			self->tell(trouble);
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

// An address needs no look-up, which would wait for the thread that does these.
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
					self->tell(trouble_of_connecting(self->url_, error));
				} else {
					self->connect(endpoints);
				}
			});
}

void BeastExchange::connect(const asio::ip::tcp::resolver::results_type &endpoints) {
	// Its own attempts open the socket anew; one that was closed in between stays closed.
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
					self->tell(trouble_of_connecting(self->url_, error));
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

// A server may refuse before it has read all, and then say why: that is worth reading.
void BeastExchange::written(const Error & /*error*/) {
	read_answer();
}

void BeastExchange::read_answer() {
	parser_.emplace();
	parser_->header_limit(static_cast<std::uint32_t>(MOST_OF_HEAD));
	parser_->body_limit(boost::none);
	read_head(*parser_);
}

void BeastExchange::head_read(const Error &error) {
	if (error) {
		tell(trouble_of_reading(error));
		return;
	}
	if (parser_->get().result_int() < FIRST_FINAL_STATUS) {
		read_answer(); // "100 Continue" and the like come before the answer
		return;
	}
	const HttpHead head = head_of(parser_->get().base());
	listener_->head_came(head);
	if (!is_silent()) {
		read_part();
	}
}

void BeastExchange::read_part() {
	if (parser_->is_done()) {
		HttpListener *const listener = std::exchange(listener_, nullptr);
		close();
		listener->ended();
		return;
	}
	parser_->get().body().data = part_.data();
	parser_->get().body().size = part_.size();
	read_body(*parser_);
}

void BeastExchange::body_read(const Error &error) {
	const std::size_t size = part_.size() - parser_->get().body().size;
	if (size > 0) {
		listener_->body_came({ part_.data(), size });
	}
	if (is_silent()) {
		return;
	}
	if (error && error != http::error::need_buffer) {
		tell(trouble_of_reading(error));
		return;
	}
	read_part();
}

void BeastExchange::tell(const HttpTrouble &trouble) {
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

void PlainExchange::read_head(Parser &parser) {
	http::async_read_header(stream_, buffer_, parser, then(&PlainExchange::head_read));
}

void PlainExchange::read_body(Parser &parser) {
	http::async_read_some(stream_, buffer_, parser, then(&PlainExchange::body_read));
}

SecureExchange::SecureExchange(asio::io_context &context, std::shared_ptr<asio::ssl::context> tls,
		HttpRequest request, HttpListener &listener) :
		BeastExchange(context, std::move(request), listener),
		tls_(std::move(tls)),
		stream_(context, *tls_) {}

void SecureExchange::prepare() {
	const Status expected = expect_server(stream_, url());
	if (!expected.ok()) {
		tell({ HttpFailure::insecure, expected.message() });
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
		tell(trouble_of_handshake(url(), stream_, error));
	} else {
		is_ready();
	}
}

void SecureExchange::write(Message &message) {
	http::async_write(stream_, message, then(&SecureExchange::written));
}

void SecureExchange::read_head(Parser &parser) {
	http::async_read_header(stream_, buffer_, parser, then(&SecureExchange::head_read));
}

void SecureExchange::read_body(Parser &parser) {
	http::async_read_some(stream_, buffer_, parser, then(&SecureExchange::body_read));
}

} // namespace agent_runtime
