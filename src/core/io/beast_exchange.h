#pragma once

// One request and its answer on a connection of its own. Private to BeastTransport.

#include "core/io/beast_connect.h"

#include <array>
#include <memory>
#include <optional>
#include <string>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
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
	using Parser = boost::beast::http::response_parser<boost::beast::http::buffer_body>;
	using Message = boost::beast::http::request<boost::beast::http::string_body>;

	virtual PlainStream &socket() = 0;
	// After the connection: is_ready() when the request can go, or tell() what prevents it.
	virtual void prepare() = 0;
	virtual void write(Message &message) = 0; // then written()
	virtual void read_head(Parser &parser) = 0; // then head_read()
	virtual void read_body(Parser &parser) = 0; // then body_read()

	template <typename Method>
	auto then(Method method) {
		return [self = shared_from_this(), method](const Error &error, std::size_t /*size*/) {
			if (self->listener_ != nullptr) {
				(self.get()->*method)(error);
			}
		};
	}

	void is_ready();
	void written(const Error &error);
	void head_read(const Error &error);
	void body_read(const Error &error);
	void tell(const HttpTrouble &trouble);
	bool is_silent() const { return listener_ == nullptr; }
	const HttpUrl &url() const { return url_; }

	boost::beast::flat_buffer buffer_;

private:
	static constexpr std::size_t PART_BYTES = 16'384;

	void resolve();
	void connect(const boost::asio::ip::tcp::resolver::results_type &endpoints);
	void read_answer();
	void read_part();
	bool hand_on_head();
	void close();

	HttpListener *listener_; // null: silent
	HttpRequest request_;
	HttpUrl url_;
	boost::asio::io_context &context_;
	boost::asio::ip::tcp::resolver resolver_;
	Message message_;
	std::optional<Parser> parser_;
	std::array<char, PART_BYTES> part_ = {};
};

// Over http. Thread rule: worker only, the thread of the io_context.
class PlainExchange : public BeastExchange {
public:
	PlainExchange(boost::asio::io_context &context, HttpRequest request, HttpListener &listener);

private:
	PlainStream &socket() override { return stream_; }
	void prepare() override { is_ready(); }
	void write(Message &message) override;
	void read_head(Parser &parser) override;
	void read_body(Parser &parser) override;

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
	void read_head(Parser &parser) override;
	void read_body(Parser &parser) override;

	const std::shared_ptr<boost::asio::ssl::context> tls_;
	SecureStream stream_;
};

} // namespace agent_runtime
