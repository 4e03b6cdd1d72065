#pragma once

// One request and its answer on a connection of its own. Private to BeastTransport.

#include "core/io/beast_connect.h"
#include "core/io/response_reader.h"

#include <cstddef>
#include <memory>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

namespace agent_runtime {

// Its handlers hold it; who has asked holds it too, and can make it fall silent. What is done over
// TLS and without differs by the stream alone.
// Thread rule: worker only, the thread of the io_context.
class BeastExchange : public std::enable_shared_from_this<BeastExchange> {
public:
	BeastExchange(boost::asio::io_context &context, HttpRequest request, HttpListener &listener);
	virtual ~BeastExchange() = default;
	BeastExchange(const BeastExchange &) = delete;
	BeastExchange &operator=(const BeastExchange &) = delete;

	// Nothing is told from within.
	void start(const HttpUrl &url);
	// Fails later, for this reason.
	void refuse(HttpTrouble trouble);
	// Says nothing from now on, and closes the connection.
	void cancel();

protected:
	using Error = boost::system::error_code;
	using Message = boost::beast::http::request<boost::beast::http::string_body>;

	virtual PlainStream &socket() = 0;
	// After the connection: is_ready() when the request can go, or tell() what prevents it.
	virtual void prepare() = 0;
	virtual void write(Message &message) = 0; // then written()
	virtual void read(boost::asio::mutable_buffer room) = 0; // then has_read()

	template <typename Method>
	auto then(Method method) {
		return [self = shared_from_this(), method](const Error &error, std::size_t size) {
			if (self->listener_ != nullptr) {
				(self.get()->*method)(error, size);
			}
		};
	}

	void is_ready();
	void written(const Error &error, std::size_t size);
	void has_read(const Error &error, std::size_t size);
	void tell(const HttpTrouble &trouble);
	bool is_silent() const { return listener_ == nullptr; }
	const HttpUrl &url() const { return url_; }

private:
	void resolve();
	void connect(const boost::asio::ip::tcp::resolver::results_type &endpoints);
	void read_more();
	// False when it is over, or nobody listens any more.
	bool hand_on();
	void end();
	void close();

	HttpListener *listener_; // null: silent
	HttpRequest request_;
	HttpUrl url_;
	boost::asio::io_context &context_;
	boost::asio::ip::tcp::resolver resolver_;
	Message message_;
	ResponseReader reader_;
};

// Over http. Thread rule: worker only, the thread of the io_context.
class PlainExchange : public BeastExchange {
public:
	PlainExchange(boost::asio::io_context &context, HttpRequest request, HttpListener &listener);

private:
	PlainStream &socket() override { return stream_; }
	void prepare() override { is_ready(); }
	void write(Message &message) override;
	void read(boost::asio::mutable_buffer room) override;

	PlainStream stream_;
};

// Over https. Thread rule: worker only, the thread of the io_context.
class SecureExchange : public BeastExchange {
public:
	// `tls` is held as long as the exchange lasts.
	SecureExchange(boost::asio::io_context &context, std::shared_ptr<boost::asio::ssl::context> tls,
			HttpRequest request, HttpListener &listener);

private:
	PlainStream &socket() override { return stream_.next_layer(); }
	void prepare() override;
	void handshaken(const Error &error);
	void write(Message &message) override;
	void read(boost::asio::mutable_buffer room) override;

	const std::shared_ptr<boost::asio::ssl::context> tls_;
	SecureStream stream_;
};

} // namespace agent_runtime
