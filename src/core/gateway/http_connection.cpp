#include "core/gateway/http_connection.h"

#include "core/base/json_io.h"
#include "core/base/version.h"
#include "core/gateway/asked.h"
#include "core/gateway/http_response.h"
#include "core/gateway/http_socket.h"
#include "core/gateway/http_status.h"
#include "core/gateway/line_client.h"
#include "core/gateway/request_gate.h"
#include "core/gateway/route_message.h"
#include "core/gateway/sse.h"
#include "core/gateway/sse_client.h"
#include "core/gateway/stream_start.h"
#include "core/gateway/websocket_client.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace agent_runtime {

namespace {

using nlohmann::json;
using Serves = Route::Serves;

std::vector<std::string_view> stream_parameters() {
	return { "since", "entity", "types" };
}

// What a client asks for, from the head of its request to the answer, or to the stream that goes
// on with its socket. Owned by the core until it ends. Thread rule: worker only (io).
class HttpConnection : public HttpSocket {
public:
	using HttpSocket::HttpSocket;

private:
	std::shared_ptr<HttpConnection> own() {
		return std::static_pointer_cast<HttpConnection>(shared_from_this());
	}
	std::weak_ptr<HttpConnection> weak() { return own(); }

	// Deciding

	void head_read() override {
		target_ = parse_target(head().target);
		found_ = core().host.routes().find(head().method, target_.path);
		if (const std::optional<Refusal> refused = find_refusal()) {
			refuse(*refused);
		} else if (head().method == HttpMethod::options) {
			send(preflight_response(found_.methods));
		} else {
			serve();
		}
	}

	std::optional<Refusal> find_refusal() {
		const bool is_preflight = head().method == HttpMethod::options;
		std::optional<Refusal> refusal = refuse_stranger(head());
		if (!refusal) {
			refusal = refuse_repeated_field(head());
		}
		if (!refusal) {
			refusal = refuse_unknown_encoding(head());
		}
		if (!refusal && is_preflight) {
			refusal = refuse_body(head());
		}
		if (!refusal && !found_.is_open && !is_preflight) {
			refusal = refuse_without_token(head(), target_, core().token);
			if (!refusal && !take_seat()) {
				refusal = Refusal{ http_status::UNAVAILABLE, StatusCode::exhausted,
					"too many clients are connected already; close one of them", "" };
			}
		}
		if (!refusal && found_.route == nullptr && (!is_preflight || found_.methods.empty())) {
			refusal = refuse_path();
		}
		if (!refusal && !is_preflight && head().method != HttpMethod::post) {
			refusal = refuse_body(head());
		}
		return refusal;
	}

	Refusal refuse_path() const {
		if (found_.methods.empty()) {
			return { http_status::NOT_FOUND, StatusCode::not_found,
				"there is no such path; there are " + core().host.routes().paths(), "path" };
		}
		return { http_status::METHOD_NOT_ALLOWED, StatusCode::unsupported,
			"only " + found_.methods + " are answered here", "method" };
	}

	void serve() {
		switch (found_.route->serves) {
			case Serves::health:
				if (is_understood({})) {
					send(health());
				}
				return;
			case Serves::schema:
				if (is_understood({})) {
					send(response_of(core().host.vocabulary().json_schema()));
				}
				return;
			case Serves::events:
				prefers_json(head()) ? serve_page() : serve_stream();
				return;
			case Serves::socket:
				serve_stream();
				return;
			case Serves::request:
			case Serves::any_request:
				found_.route->method == HttpMethod::post ? serve_body() : serve_query();
				return;
		}
	}

	static const GatewayResponse &health() {
		static const GatewayResponse alive =
				response_of(json{ { "ok", true }, { "version", library_version() } });
		return alive;
	}

	bool is_understood(const std::vector<std::string_view> &parameters) {
		const std::optional<Refusal> unknown = refuse_unknown_parameter(target_, parameters);
		if (unknown) {
			refuse(*unknown);
		}
		return !unknown;
	}

	// Requests

	void serve_body() {
		if (!is_understood({})) {
			return;
		}
		const std::optional<Refusal> other =
				head().has_body ? refuse_other_than_json(head()) : std::nullopt;
		if (other) {
			refuse(*other);
		} else if (!read_body()) {
			refuse({ http_status::UNAVAILABLE, StatusCode::exhausted,
					"too much waits to be sent or read; try again", "" });
		}
	}

	void body_read(std::string text) override {
		// A request without fields may leave the body out.
		const bool is_left_out = text.empty() && found_.route->serves == Serves::request;
		Result<json> body = is_left_out
				? Result<json>(json::object())
				: parse_json(text, { .bytes = core().limits.message_bytes });
		if (body.ok() && found_.route->serves == Serves::request) {
			body = message_of_body(found_, std::move(body).value());
		}
		body.ok() ? ask(std::move(body).value()) : refuse(Refusal::of(body.status()));
	}

	void serve_query() {
		if (!is_understood(query_fields(found_, core().host.vocabulary()))) {
			return;
		}
		Result<json> message = message_of_query(found_, target_, core().host.vocabulary());
		if (!message.ok()) {
			refuse(Refusal::of(message.status()));
		} else if (goes_to_lines()) {
			read_lines(std::move(message).value());
		} else {
			ask(std::move(message).value());
		}
	}

	// One page of the log, from a cursor of a stream too.
	void serve_page() {
		if (!is_understood(query_fields(found_, core().host.vocabulary()))) {
			return;
		}
		Result<json> message = message_of_query(found_, target_, core().host.vocabulary());
		const std::variant<StreamStart, FieldProblem> start = wished_start();
		if (const FieldProblem *problem = std::get_if<FieldProblem>(&start)) {
			refuse(Refusal::of(*problem));
			return;
		}
		if (!message.ok()) {
			refuse(Refusal::of(message.status()));
			return;
		}
		const StreamStart &from = std::get<StreamStart>(start);
		if (from.other_log) {
			refuse(Refusal::of(FieldProblem{ std::string(from.cursor_field),
					"belongs to another log", "leave it out to get this one from its beginning" }));
			return;
		}
		if (!from.from_now && !from.since) {
			message.value()["since"] = from.after.number();
		}
		ask(std::move(message).value());
	}

	void ask(json message) {
		if (message.is_object() && !message.contains("request_id")) {
			message["request_id"] = "request_" + std::to_string(asked_ + 1);
		}
		if (has_long_answer(core().host.vocabulary(), message)) {
			list_turn_ = core().list_turns.turn_of(list_turn_, Clock::now());
			waiting_ = std::move(message);
			wait_for_turn();
		} else {
			ask_now(message);
		}
	}

	void wait_for_turn() {
		const Clock::time_point now = Clock::now();
		list_turn_ = core().list_turns.turn_of(list_turn_, now);
		if (*list_turn_ > now) {
			wait(*list_turn_);
			return;
		}
		list_turn_.reset();
		const json message = std::exchange(waiting_, json());
		ask_now(message);
		core().list_turns.made(now, Clock::now());
	}

	void ask_now(const json &message) {
		const std::uint64_t number = expect_answer(core().limits.answer_time);
		const bool is_any = found_.route->serves == Serves::any_request;
		request_ = core().host.request(message,
				[post = core().post, asker = weak(), number, is_any,
						success = found_.route->success](const json &completed) {
					GatewayResponse response = is_any
							? response_of_completed(named_completed(
									  completed, "request_" + std::to_string(number)))
							: response_of_result(completed, success);
					post([asker, number, response = std::move(response)] {
						if (const std::shared_ptr<HttpConnection> self = asker.lock()) {
							self->answered(number, response);
						}
					});
				});
	}

	// The number of what is waited for now.
	std::uint64_t expect_answer(Micros patience) {
		request_ = RequestId();
		wait(Clock::now() + patience);
		return ++asked_;
	}

	bool is_expected(std::uint64_t number) const { return is_waiting() && number == asked_; }

	void answered(std::uint64_t number, const GatewayResponse &response) {
		if (is_expected(number)) {
			request_ = RequestId();
			send(response);
			go_on();
		}
	}

	void time_is_up() override {
		if (list_turn_) {
			wait_for_turn();
			return;
		}
		withdraw();
		asked_++; // an answer that comes now is none
		end_behind_this();
		refuse(is_looking_up_
						? unreadable_log("it does not answer")
						: Refusal::of(Status(StatusCode::deadline_exceeded,
								  "the answer takes too long for a request over HTTP; ask over a "
								  "WebSocket, where one may wait")));
		go_on();
	}

	void gone() override { withdraw(); }

	// An endless stream ends with its client, and nothing else tells that it has gone.
	bool serves_half_closed() const override { return !is_looking_up_; }

	void withdraw() {
		if (!request_.is_none()) {
			core().host.withdraw(std::exchange(request_, RequestId()));
		}
	}

	// Streams

	std::variant<StreamStart, FieldProblem> wished_start() const {
		const std::string since = target_.parameter("since");
		const std::string entity = target_.parameter("entity");
		const std::string types = target_.parameter("types");
		return parse_stream_start({ .since = since,
										  .last_event_id = head().last_event_id,
										  .entity = entity,
										  .types = types },
				core().hub.epoch());
	}

	void serve_stream() {
		if (!is_understood(stream_parameters())) {
			return;
		}
		const std::variant<StreamStart, FieldProblem> start = wished_start();
		if (const FieldProblem *problem = std::get_if<FieldProblem>(&start)) {
			refuse(Refusal::of(*problem));
		} else if (found_.route->serves == Serves::socket && !is_websocket_upgrade(head())) {
			refuse({ http_status::UPGRADE_REQUIRED, StatusCode::failed_precondition,
					"this path speaks WebSocket", "Upgrade" });
		} else {
			find_place(std::get<StreamStart>(start));
		}
	}

	// Only the log knows for certain whether a cursor is in it, since other programs write it too,
	// and the hub learns of that a moment later.
	void find_place(const StreamStart &start) {
		if (!core().hub.has_log() || start.after <= core().hub.newest()) {
			begin_stream(start);
			return;
		}
		is_looking_up_ = true;
		const std::uint64_t number = expect_answer(core().limits.log_time);
		core().host.read_log({ .after = start.after, .limit = 1 },
				[post = core().post, asker = weak(), number, start](const Result<EventPage> &page) {
					post([asker, number, start,
								 newest = page.ok() ? Result<EventId>(page.value().newest)
													: page.status()] {
						if (const std::shared_ptr<HttpConnection> self = asker.lock()) {
							self->looked_up(number, start, newest);
						}
					});
				});
	}

	static Refusal unreadable_log(const std::string &why) {
		return { http_status::UNAVAILABLE, StatusCode::unavailable,
			"the event log cannot be read (" + why + "); try again", "" };
	}

	void looked_up(std::uint64_t number, const StreamStart &start, const Result<EventId> &newest) {
		if (!is_expected(number)) {
			return;
		}
		is_looking_up_ = false;
		end_behind_this(); // an answer now frees the seat
		if (!newest.ok()) {
			refuse(unreadable_log(newest.status().message()));
		} else if (start.after > newest.value()) {
			refuse(Refusal::of(cursor_beyond(start.cursor_field, newest.value())));
		} else {
			begin_stream(start);
			return;
		}
		go_on();
	}

	void begin_stream(const StreamStart &start) {
		if (head().method == HttpMethod::head) {
			send_whole(sse_head(head().origin));
			return;
		}
		const bool is_socket = found_.route->serves == Serves::socket;
		hand_over([core = shared_core(), start, is_socket](AdmittedSocket admitted) {
			is_socket ? serve_websocket(core, std::move(admitted), start)
					  : serve_events(core, std::move(admitted), start);
		});
	}

	// The answer is read page by page while it is sent.
	bool goes_to_lines() const {
		return found_.lines != nullptr && head().method == HttpMethod::get;
	}

	void read_lines(json message) {
		std::variant<LineWishes, FieldProblem> wishes =
				line_wishes(head(), std::move(message), core().host.vocabulary());
		if (const FieldProblem *problem = std::get_if<FieldProblem>(&wishes)) {
			refuse(Refusal::of(*problem));
			return;
		}
		hand_over(
				[core = shared_core(), lines = found_.lines,
						wanted = std::get<LineWishes>(std::move(wishes))](AdmittedSocket admitted) {
					serve_lines(core, std::move(admitted), *lines, wanted);
				});
	}

	void refuse(const Refusal &refusal) {
		GatewayResponse response = response_of(refusal);
		response.methods = found_.methods;
		send(response);
	}

	Target target_;
	FoundRoute found_;
	std::uint64_t asked_ = 0; // how many answers were waited for
	RequestId request_; // that is waited for, where it can be withdrawn
	json waiting_; // a request for a long list
	std::optional<ListTurns::Time> list_turn_; // of that
	bool is_looking_up_ = false; // waits for the log, not for an answer
};

} // namespace

void serve_http(const std::shared_ptr<GatewayCore> &core, GatewaySocket socket) {
	std::make_shared<HttpConnection>(core, std::move(socket))->begin();
}

} // namespace agent_runtime
