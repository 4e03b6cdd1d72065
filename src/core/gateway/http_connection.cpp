#include "core/gateway/http_connection.h"

#include "core/base/version.h"
#include "core/gateway/head_parser.h"
#include "core/gateway/http_response.h"
#include "core/gateway/log_question.h"
#include "core/gateway/request_gate.h"
#include "core/gateway/sse_client.h"
#include "core/gateway/stream_start.h"
#include "core/gateway/websocket_client.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using nlohmann::json;
using Clock = std::chrono::steady_clock;
using Request = GatewayRequest;

constexpr std::chrono::seconds LINGER{ 1 };
constexpr std::size_t READ_BYTES = 4096;

std::string_view view(beast::string_view text) {
	return { text.data(), text.size() };
}

RequestHead head_of(const Request &request, bool has_body) {
	return { .target = view(request.target()),
		.host = view(request[http::field::host]),
		.hosts = request.count(http::field::host),
		.origin = view(request[http::field::origin]),
		.has_origin = request.count(http::field::origin) > 0,
		.authorization = view(request[http::field::authorization]),
		.encoding = view(request[http::field::transfer_encoding]),
		.encodings = request.count(http::field::transfer_encoding),
		.has_body = has_body };
}

// Owned by its handlers. Thread rule: worker only (io).
class HttpConnection : public ClientConnection,
					   public std::enable_shared_from_this<HttpConnection> {
public:
	HttpConnection(const std::shared_ptr<GatewayCore> &core, asio::ip::tcp::socket socket) :
			core_(core),
			entry_(core, *this),
			stream_(std::move(socket)),
			buffer_(core->limits.header_bytes) {
		place_.emplace(core_->strangers, Clock::now(), [this] { turn_away(); });
	}

	// Reads a head and no more. No request here has a body, so it waits for none.
	void read() {
		parser_.emplace(core_->limits);
		stream_.expires_after(core_->limits.head_time);
		http::async_read_header(stream_, buffer_, *parser_,
				[self = shared_from_this()](error_code error, std::size_t) { self->heard(error); });
	}

	void close() override {
		closing_ = true;
		if (!writing_) {
			stream_.close();
		}
	}

private:
	void turn_away() {
		place_.reset();
		stream_.close();
	}

	void heard(error_code error) {
		if (!error) {
			if (place_) {
				place_->renew(Clock::now());
			}
			const bool has_body = parser_->chunked() || parser_->content_length().value_or(0) > 0;
			request_ = parser_->release();
			parser_.reset();
			const RequestHead head = head_of(request_, has_body);
			// A body that was not read would be parsed as the next request.
			keep_alive_ = request_.keep_alive() && !has_body && head.encodings == 0;
			route(head);
			return;
		}
		const bool unreadable =
				error.category() == make_error_code(http::error::bad_method).category();
		const bool cut =
				error == http::error::end_of_stream || error == http::error::partial_message;
		parser_.reset(); // frees what it has read so far
		if (unreadable && !cut) {
			request_ = Request();
			keep_alive_ = false;
			refuse(refusal_of_unreadable(error));
		}
		// Otherwise the client has gone or taken too long, and there is nobody to answer.
	}

	void route(const RequestHead &head) {
		const Target target = parse_target(head.target);
		if (const std::optional<Refusal> stranger = refuse_stranger(head)) {
			refuse(*stranger);
		} else if (const std::optional<Refusal> unknown = refuse_unknown_encoding(head)) {
			refuse(*unknown);
		} else if (request_.method() == http::verb::options) {
			if (has_no_body(head)) {
				send(preflight_response(request_));
			}
		} else {
			serve_path(head, target);
		}
	}

	// What is served, and to whom.
	struct Route {
		std::string_view path;
		bool needs_token;
		bool or_head; // answers HEAD requests as well
		void (HttpConnection::*serve)(const Target &target);
	};

	void serve_path(const RequestHead &head, const Target &target) {
		static constexpr std::array<Route, 4> ROUTES{ {
				{ "/health", false, true, &HttpConnection::show_health },
				{ "/schema.json", true, true, &HttpConnection::show_schema },
				{ "/events", true, false, &HttpConnection::open_stream },
				{ "/ws", true, false, &HttpConnection::open_stream },
		} };
		const auto *const route = std::find_if(ROUTES.begin(), ROUTES.end(),
				[&](const Route &each) { return each.path == target.path; });
		const bool is_open = route != ROUTES.end() && !route->needs_token;
		const std::optional<Refusal> locked =
				is_open ? std::nullopt : refuse_without_token(head, target, core_->token);
		if (locked) {
			refuse(*locked);
		} else if (route == ROUTES.end()) {
			refuse(refusal(http::status::not_found, StatusCode::not_found,
					"there is no such path; there are /health, /events, /ws and /schema.json",
					"path"));
		} else if (is_get(route->or_head) && has_no_body(head)) {
			(this->*route->serve)(target);
		}
	}

	void show_health(const Target &) {
		respond(http::status::ok, { { "ok", true }, { "version", library_version() } });
	}

	void show_schema(const Target &) {
		respond(http::status::ok, core_->host.vocabulary().json_schema());
	}

	bool is_get(bool or_head) {
		const http::verb method = request_.method();
		if (method == http::verb::get || (or_head && method == http::verb::head)) {
			return true;
		}
		refuse(refusal(http::status::method_not_allowed, StatusCode::unsupported,
				"only GET is answered here", "method"));
		return false;
	}

	bool has_no_body(const RequestHead &head) {
		const std::optional<Refusal> body = refuse_body(head);
		if (body) {
			refuse(*body);
		}
		return !body;
	}

	void open_stream(const Target &target) {
		if (const std::optional<Refusal> unknown = refuse_unknown_parameter(target)) {
			refuse(*unknown);
			return;
		}
		const auto parameter = [&target](const char *name) {
			const auto found = target.parameters.find(name);
			return found == target.parameters.end() ? std::string() : found->second;
		};
		const std::variant<StreamStart, FieldProblem> start = parse_stream_start(parameter("since"),
				view(request_["Last-Event-ID"]), parameter("entity"), core_->hub.epoch());
		if (const FieldProblem *problem = std::get_if<FieldProblem>(&start)) {
			refuse(*problem);
		} else if (target.path == "/ws" && !beast::websocket::is_upgrade(request_)) {
			refuse(refusal(http::status::upgrade_required, StatusCode::failed_precondition,
					"this path speaks WebSocket", "Upgrade"));
		} else if (core_->watching >= core_->limits.clients) {
			refuse(refusal(http::status::service_unavailable, StatusCode::exhausted,
					"too many clients watch already; close one of them"));
		} else {
			place_.reset(); // it is no longer a stranger
			seat_.emplace(core_);
			is_socket_ = target.path == "/ws";
			begin(std::get<StreamStart>(start));
		}
	}

	void begin(const StreamStart &start) {
		if (core_->hub.has_log() && start.after > core_->hub.newest()) {
			look_up(start);
		} else {
			serve(start);
		}
	}

	void serve(const StreamStart &start) {
		seat_.reset(); // the new client takes a seat of its own
		if (is_socket_) {
			serve_websocket(core_, std::move(stream_), request_, start);
		} else {
			serve_events(core_, std::move(stream_), start, origin());
		}
	}

	// Only the log knows for certain, since other programs write it too, and the hub learns of that
	// a moment later.
	void look_up(const StreamStart &start) {
		read_log_after(core_, stream_, start.after,
				[self = shared_from_this(), start](const std::optional<Result<EventPage>> &page) {
					if (page && !self->closing_) {
						self->looked_up(start, *page);
					}
				});
	}

	void looked_up(const StreamStart &start, const Result<EventPage> &page) {
		keep_alive_ = false; // an answer now ends the connection, and frees its seat
		if (!page.ok()) {
			refuse(refusal(http::status::service_unavailable, StatusCode::unavailable,
					"the event log cannot be read (" + page.status().message() + "); try again"));
		} else if (start.after > page.value().newest) {
			refuse(cursor_beyond(start.cursor_field, page.value().newest));
		} else {
			serve(start);
		}
	}

	std::string origin() const { return std::string(view(request_[http::field::origin])); }

	void refuse(const FieldProblem &problem) {
		refuse(refusal(http::status::bad_request, StatusCode::invalid_argument, problem.to_string(),
				problem.field));
	}

	void refuse(const Refusal &refusal) {
		respond(static_cast<http::status>(refusal.http_status), refusal.to_json());
	}

	void respond(http::status status, const json &body) {
		send(json_response(request_, status, body));
	}

	void send(GatewayResponse response) {
		response_ = std::move(response);
		finish_response(response_, origin(), keep_alive_ && !closing_, core_->limits.head_time);
		writing_ = true;
		stream_.expires_after(core_->limits.head_time);
		http::async_write(stream_, response_,
				[self = shared_from_this()](error_code error, std::size_t) { self->sent(error); });
	}

	void sent(error_code error) {
		writing_ = false;
		if (error) {
			return;
		}
		if (!closing_ && response_.keep_alive()) {
			read();
			return;
		}
		// Closing at once, while bytes of the client are unread, could destroy the answer on its
		// way.
		error_code ignored;
		stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
		stream_.expires_after(LINGER);
		linger();
	}

	void linger() {
		stream_.async_read_some(
				asio::buffer(rest_), [self = shared_from_this()](error_code error, std::size_t) {
					if (!error) {
						self->linger();
					}
				});
	}

	const std::shared_ptr<GatewayCore> core_;
	const CoreEntry entry_;
	beast::tcp_stream stream_;
	std::optional<StrangerShare::Place> place_; // held until it has shown the token
	std::optional<WatcherSeat> seat_; // held after that, until the socket is given to a client
	beast::flat_buffer buffer_;
	std::optional<HeadParser> parser_; // set while a head is read
	Request request_;
	GatewayResponse response_;
	std::array<char, READ_BYTES> rest_ = {};
	bool is_socket_ = false;
	bool keep_alive_ = false;
	bool writing_ = false;
	bool closing_ = false;
};

} // namespace

void serve_http(const std::shared_ptr<GatewayCore> &core, asio::ip::tcp::socket socket) {
	std::make_shared<HttpConnection>(core, std::move(socket))->read();
}

} // namespace agent_runtime
