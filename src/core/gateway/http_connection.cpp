#include "core/gateway/http_connection.h"

#include "core/base/version.h"
#include "core/gateway/request_gate.h"
#include "core/gateway/sse_client.h"
#include "core/gateway/stream_start.h"
#include "core/gateway/websocket_client.h"

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
using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

constexpr std::chrono::seconds LINGER{ 1 };
constexpr std::size_t READ_BYTES = 4096;

std::string_view view(beast::string_view text) {
	return { text.data(), text.size() };
}

RequestHead head_of(const Request &request) {
	return { .target = view(request.target()),
		.host = view(request[http::field::host]),
		.hosts = request.count(http::field::host),
		.origin = view(request[http::field::origin]),
		.has_origin = request.count(http::field::origin) > 0,
		.authorization = view(request[http::field::authorization]) };
}

Refusal refusal(http::status status, StatusCode code, std::string message, std::string field = "") {
	return { static_cast<unsigned>(status), code, std::move(message), std::move(field) };
}

Refusal refusal_of_unreadable(error_code error) {
	if (error == http::error::header_limit || error == http::error::buffer_overflow) {
		return refusal(http::status::request_header_fields_too_large, StatusCode::exhausted,
				"the request's head is too long", "headers");
	}
	if (error == http::error::body_limit) {
		return refusal(http::status::payload_too_large, StatusCode::exhausted,
				"the request's body is too long", "body");
	}
	return refusal(http::status::bad_request, StatusCode::invalid_argument,
			"this is no HTTP request (" + error.message() + ")");
}

// Owned by its handlers. Thread rule: worker only (io).
class HttpConnection : public ClientConnection,
					   public std::enable_shared_from_this<HttpConnection> {
public:
	HttpConnection(const std::shared_ptr<GatewayCore> &core, asio::ip::tcp::socket socket) :
			core_(core),
			entry_(core, *this),
			stream_(std::move(socket)) {}

	void read() {
		parser_.emplace();
		parser_->header_limit(static_cast<std::uint32_t>(core_->limits.header_bytes));
		parser_->body_limit(core_->limits.message_bytes);
		stream_.expires_after(core_->limits.request_time);
		http::async_read(stream_, buffer_, *parser_,
				[self = shared_from_this()](error_code error, std::size_t) { self->heard(error); });
	}

	void close() override {
		closing_ = true;
		if (!writing_) {
			stream_.close();
		}
	}

private:
	void heard(error_code error) {
		if (!error) {
			request_ = parser_->release();
			keep_alive_ = request_.keep_alive();
			route();
			return;
		}
		const bool unreadable =
				error.category() == make_error_code(http::error::bad_method).category();
		const bool cut =
				error == http::error::end_of_stream || error == http::error::partial_message;
		if (unreadable && !cut) {
			request_ = Request();
			keep_alive_ = false;
			refuse(refusal_of_unreadable(error));
		}
		// Otherwise it has gone, or has taken too long: there is nobody to answer.
	}

	void route() {
		const RequestHead head = head_of(request_);
		const Target target = parse_target(head.target);
		if (const std::optional<Refusal> stranger = refuse_stranger(head)) {
			refuse(*stranger);
		} else if (request_.method() == http::verb::options) {
			answer_preflight();
		} else if (target.path == "/health") {
			if (is_get()) {
				respond(http::status::ok, { { "ok", true }, { "version", library_version() } });
			}
		} else if (const std::optional<Refusal> locked =
						   refuse_without_token(head, target, core_->token)) {
			refuse(*locked);
		} else if (target.path == "/events" || target.path == "/ws") {
			if (is_get()) {
				open_stream(target);
			}
		} else {
			refuse(refusal(http::status::not_found, StatusCode::not_found,
					"there is no such path; there are /health, /events and /ws", "path"));
		}
	}

	bool is_get() {
		if (request_.method() == http::verb::get) {
			return true;
		}
		refuse(refusal(http::status::method_not_allowed, StatusCode::unsupported,
				"only GET is answered here", "method"));
		return false;
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
			refuse(refusal(http::status::bad_request, StatusCode::invalid_argument,
					problem->to_string(), problem->field));
			return;
		}
		const bool upgrade = beast::websocket::is_upgrade(request_);
		if (target.path == "/ws" && !upgrade) {
			refuse(refusal(http::status::upgrade_required, StatusCode::failed_precondition,
					"this path speaks WebSocket", "Upgrade"));
		} else if (core_->watching >= core_->limits.clients) {
			refuse(refusal(http::status::service_unavailable, StatusCode::exhausted,
					"too many clients watch already; close one of them"));
		} else if (target.path == "/ws") {
			serve_websocket(core_, std::move(stream_), request_, std::get<StreamStart>(start));
		} else {
			serve_events(core_, std::move(stream_), std::get<StreamStart>(start), origin());
		}
	}

	std::string origin() const { return std::string(view(request_[http::field::origin])); }

	// A page of this machine may use the port from its own address.
	void answer_preflight() {
		Response response(http::status::no_content, request_.version());
		response.set(http::field::access_control_allow_methods, "GET");
		response.set(http::field::access_control_allow_headers, "Authorization, Last-Event-ID");
		send(std::move(response));
	}

	void refuse(const Refusal &refusal) {
		respond(static_cast<http::status>(refusal.http_status), refusal.to_json());
	}

	void respond(http::status status, const json &body) {
		Response response(status, request_.version() == 0 ? 11 : request_.version());
		response.set(http::field::content_type, "application/json");
		response.set(http::field::cache_control, "no-store");
		response.set("X-Content-Type-Options", "nosniff");
		if (status == http::status::unauthorized) {
			response.set(http::field::www_authenticate, "Bearer");
		} else if (status == http::status::method_not_allowed) {
			response.set(http::field::allow, "GET");
		}
		response.body() = to_text(body);
		response.prepare_payload();
		send(std::move(response));
	}

	void send(Response response) {
		if (!origin().empty() && response.result() != http::status::forbidden) {
			response.set(http::field::access_control_allow_origin, origin());
			response.set(http::field::vary, "Origin");
		}
		response.keep_alive(keep_alive_ && !closing_);
		response_ = std::move(response);
		writing_ = true;
		stream_.expires_after(core_->limits.request_time);
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
		// Closed at once, with bytes of the client unread, the answer would be lost on its way.
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
	beast::flat_buffer buffer_;
	std::optional<http::request_parser<http::string_body>> parser_;
	Request request_;
	Response response_;
	std::array<char, READ_BYTES> rest_ = {};
	bool keep_alive_ = false;
	bool writing_ = false;
	bool closing_ = false;
};

} // namespace

void serve_http(const std::shared_ptr<GatewayCore> &core, asio::ip::tcp::socket socket) {
	std::make_shared<HttpConnection>(core, std::move(socket))->read();
}

} // namespace agent_runtime
