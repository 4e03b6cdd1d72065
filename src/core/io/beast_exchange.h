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

// The exchange's handlers own it. The handle of the caller owns it too, and can silence it. Only
// the stream differs between http and https.
// Thread rule: worker only, the thread of the io_context.
class BeastExchange : public std::enable_shared_from_this<BeastExchange> {
public:
	BeastExchange(boost::asio::io_context &context, HttpRequest request, HttpListener &listener);
	virtual ~BeastExchange() = default;
	BeastExchange(const BeastExchange &) = delete;
	BeastExchange &operator=(const BeastExchange &) = delete;

	// Never calls the listener from within.
	void start(const HttpUrl &url);
	// Reports this failure later, not from within.
	void refuse(HttpTrouble trouble);
	// Makes no more calls to the listener, and closes the connection.
	void cancel();

protected:
	using Error = boost::system::error_code;
	using Message = boost::beast::http::request<boost::beast::http::string_body>;

	virtual PlainStream &socket() = 0;
	// Called once connected. Calls is_ready() when the request can be sent, or report_failure()
	// with what prevents it.
	virtual void prepare() = 0;
	virtual void write(Message &message) = 0; // calls written() when done
	virtual void read(boost::asio::mutable_buffer room) = 0; // calls has_read() when done

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
	void report_failure(const HttpTrouble &trouble);
	bool is_silent() const { return listener_ == nullptr; }
	const HttpUrl &url() const { return url_; }

private:
	void resolve();
	void connect(const boost::asio::ip::tcp::resolver::results_type &endpoints);
	void read_more();
	// False when the exchange is over or nobody listens any more.
	bool forward_answer();
	void end();
	void close();

	HttpListener *listener_; // null once silenced
	HttpRequest request_;
	HttpUrl url_;
	boost::asio::io_context &context_;
	boost::asio::ip::tcp::resolver resolver_;
	Message message_;
	ResponseReader reader_;
};

// An exchange over http. Thread rule: worker only, the thread of the io_context.
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

// An exchange over https. Thread rule: worker only, the thread of the io_context.
class SecureExchange : public BeastExchange {
public:
	// Shares `tls` for as long as the exchange lasts.
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
