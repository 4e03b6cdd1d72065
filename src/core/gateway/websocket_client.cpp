#include "core/gateway/websocket_client.h"

#include "core/base/json_io.h"
#include "core/gateway/asked.h"
#include "core/gateway/event_stream.h"
#include "core/gateway/request_turns.h"
#include "core/gateway/stream_connection.h"
#include "core/gateway/websocket_frames.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/websocket.hpp>

namespace agent_runtime {

namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using nlohmann::json;
using Upgrade = http::request<http::empty_body>;
using Clock = std::chrono::steady_clock;
using Found = WebSocketReader::Found;
using Verdict = RequestTurns::Verdict;
// Only for the first request and its answer. The frames are ours, since one that goes to all
// clients is made once, and many go out in one write.
using Handshake = beast::websocket::stream<GatewaySocket &, false>;

// As much of a message is taken even while too much waits for all together.
constexpr std::size_t LITTLE_MESSAGE = 16'384;

Upgrade upgrade_of(const RequestHead &head) {
	Upgrade upgrade(http::verb::get, "/ws", static_cast<unsigned>(head.version));
	upgrade.set(http::field::host, head.host);
	upgrade.set(http::field::connection, head.connection);
	upgrade.set(http::field::upgrade, head.upgrade);
	upgrade.set(http::field::sec_websocket_key, head.socket_key);
	upgrade.set(http::field::sec_websocket_version, head.socket_version);
	return upgrade;
}

// Owned by the core. Thread rule: worker only (io).
class WebSocketClient : public StreamConnection, public EventStream::Sink {
public:
	WebSocketClient(
			const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted, StreamStart start) :
			StreamConnection(core, std::move(admitted)),
			stream_(std::make_shared<EventStream>(
					std::move(start), *this, core->hub, core->limits.log_page)),
			life_(socket().get_executor()),
			turn_(socket().get_executor()),
			ending_(socket().get_executor()),
			reader_(core->limits.message_bytes),
			message_share_(core->waiting),
			turns_(core->limits, core->list_turns) {}

	void open() {
		begin();
		const std::shared_ptr<Handshake> handshake = std::make_shared<Handshake>(socket());
		handshake->set_option(beast::websocket::stream_base::timeout{
				.handshake_timeout = core().limits.head_time,
				.idle_timeout = beast::websocket::stream_base::none(),
				.keep_alive_pings = false });
		const std::shared_ptr<Upgrade> upgrade = std::make_shared<Upgrade>(upgrade_of(head()));
		handshake->async_accept(*upgrade,
				[self = own(), handshake, upgrade](error_code error) { self->accepted(error); });
	}

	void send_event(const OutEvent &event) override {
		if (closing_) {
			return;
		}
		if (event.frame == nullptr) {
			event.frame = share(websocket_frame(FrameKind::text, event.text));
		}
		push(event.frame);
	}
	void send_notice(const json &message, std::optional<EventId>) override {
		if (!closing_) {
			push_text(to_text(message));
		}
	}
	void send_waiting() override { flush(); }
	std::size_t waiting_bytes() const override { return queued_bytes(); }
	std::size_t most_waiting() const override { return core().waiting.most_each(); }

	void close() override { close(CloseCode::going_away); }

private:
	std::shared_ptr<WebSocketClient> own() {
		return std::static_pointer_cast<WebSocketClient>(shared_from_this());
	}

	void accepted(error_code error) {
		if (error || has_ended() || closing_) {
			end();
			return;
		}
		open_ = true;
		core().hub.add(stream_);
		watch_life();
		serve_next();
	}

	void close(CloseCode why, std::string_view sentence = {}) {
		core().hub.remove(stream_.get());
		if (std::exchange(closing_, true)) {
			return;
		}
		turn_.cancel();
		if (!open_) {
			end();
			return;
		}
		drop_rest();
		push(share(close_frame(why, sentence)));
		flush();
		// The client answers by a close of its own, or has a moment for it.
		life_.expires_after(core().limits.closing_time);
		wait_for_life();
		serve_next();
	}

	// The client has closed, and was answered.
	void leave() {
		closing_ = true;
		core().hub.remove(stream_.get());
		turn_.cancel();
		finish();
	}

	void taken() override {
		if (closing_) {
			return;
		}
		stream_->send_more();
		if (stalled_ && may_ask()) {
			stalled_ = false;
			if (is_timed_) {
				time_message();
			}
			// Not within whatever has led to this.
			boost::asio::post(socket().get_executor(), [waiting = weak_from_this()] {
				if (const auto self = std::static_pointer_cast<WebSocketClient>(waiting.lock())) {
					self->serve_next();
				}
			});
		}
	}

	void heard(std::string_view bytes) override {
		is_alive_ = true;
		unread_ = bytes;
		serve_next();
	}

	void ended() override {
		core().hub.remove(stream_.get());
		turn_.cancel();
		life_.cancel();
		ending_.cancel();
		message_share_.set(0);
	}

	void push_text(std::string_view text) { push(share(websocket_frame(FrameKind::text, text))); }

	// Not while the client is slow to read, or it would fill memory with answers that it does not
	// take.
	bool may_ask() const { return closing_ || queued_bytes() < core().limits.queue_bytes; }

	// Runs the request that was read, and reads on, if both are allowed now.
	void serve_next() {
		while (open_ && !has_ended() && !is_reading()) {
			stalled_ = !may_ask();
			if (stalled_) {
				return;
			}
			if (has_message_ && !closing_ && !take_message()) {
				return;
			}
			if (unread_.empty()) {
				read();
				return;
			}
			take_frame();
		}
	}

	void take_frame() {
		const Found found = reader_.read(unread_);
		if (!hold_message()) {
			return;
		}
		switch (found) {
			case Found::nothing:
			case Found::pong:
				break;
			case Found::message:
				has_message_ = true;
				held_.reset();
				break;
			case Found::ping:
				if (!closing_) {
					push_next(share(websocket_frame(FrameKind::pong, reader_.payload())));
					flush();
				}
				break;
			case Found::close:
				if (!closing_) {
					drop_rest();
					push(share(close_frame(reader_.code())));
				}
				leave();
				break;
			case Found::fault:
				close(reader_.code());
				break;
		}
	}

	// A message takes memory of all from its announcement to its answer, and has a time to come to
	// its end. False when there is no space for it.
	bool hold_message() {
		const std::size_t bytes = reader_.message_bytes();
		if (bytes > LITTLE_MESSAGE && !message_share_.may_be(bytes)) {
			refuse_message(CloseCode::try_later, "too much waits to be sent or read");
			return false;
		}
		message_share_.set(bytes);
		if (reader_.is_in_message() && !std::exchange(is_timed_, true)) {
			time_message();
		} else if (!reader_.is_in_message() && std::exchange(is_timed_, false)) {
			ending_.cancel();
		}
		return true;
	}

	void time_message() {
		ending_.expires_after(core().limits.body_time);
		ending_.async_wait([waiting = weak_from_this()](error_code cancelled) {
			const auto self = std::static_pointer_cast<WebSocketClient>(waiting.lock());
			if (!cancelled && self != nullptr && !self->has_ended() && self->is_late()) {
				self->refuse_message(CloseCode::too_slow, "a message has not come to its end");
			}
		});
	}

	// Not while the client is not read from.
	bool is_late() const { return is_timed_ && !stalled_ && Clock::now() >= ending_.expiry(); }

	void refuse_message(CloseCode why, std::string_view sentence) {
		is_timed_ = false;
		ending_.cancel();
		reader_.stop();
		message_share_.set(0);
		close(why, sentence);
	}

	// False while the message has to wait for its turn.
	bool take_message() {
		if (held_ && turns_.verdict(*held_, Clock::now()) == Verdict::later) {
			wait_for_turn();
			return false;
		}
		has_message_ = !answer(reader_.payload());
		if (!has_message_) {
			reader_.drop_message();
			message_share_.set(0);
		}
		return !has_message_;
	}

	bool answer(std::string_view text) {
		const std::uint64_t number = requests_ + 1;
		const std::string own_id = "request_" + std::to_string(number);
		Result<json> message = parse_json(text, { .bytes = core().limits.message_bytes });
		if (!message.ok()) {
			requests_ = number;
			reply(to_text(refused_request(own_id, message.status())));
			return true;
		}
		const bool long_answer = has_long_answer(core().host.vocabulary(), message.value());
		const Verdict verdict = turns_.verdict(long_answer, Clock::now());
		if (verdict == Verdict::later) {
			held_ = long_answer;
			wait_for_turn();
			return false;
		}
		requests_ = number;
		if (verdict == Verdict::refuse) {
			const std::string name = request_name(message.value());
			reply(to_text(refused_request(name.empty() ? own_id : name, too_many_wait())));
			return true;
		}
		const Clock::time_point began = Clock::now();
		turns_.begin(number, long_answer, began);
		run_request(std::move(message).value(), number, own_id);
		turns_.ran(long_answer, began, Clock::now());
		return true;
	}

	void run_request(json request, std::uint64_t number, const std::string &own_id) {
		if (request.is_object() && !request.contains("request_id")) {
			request["request_id"] = own_id;
		}
		const std::weak_ptr<StreamConnection> asker = weak_from_this();
		core().host.request(
				request, [post = core().post, asker, number, own_id](const json &completed) {
					post([asker, number, text = to_text(named_completed(completed, own_id))] {
						const auto self = std::static_pointer_cast<WebSocketClient>(asker.lock());
						if (self != nullptr && !self->closing_) {
							self->turns_.answered(number);
							self->reply(text);
							self->serve_next();
						}
					});
				});
	}

	void reply(std::string_view text) {
		push_text(text);
		flush();
	}

	Status too_many_wait() const {
		return Status(StatusCode::exhausted,
				std::to_string(core().limits.waiting_requests) +
						" requests of this client wait to be answered; send this one again when "
						"one of them is");
	}

	// An answer to another request lets it go on, too.
	void wait_for_turn() {
		const std::optional<Clock::time_point> look = turns_.next_look();
		if (!look) {
			return;
		}
		turn_.expires_at(*look);
		turn_.async_wait([waiting = weak_from_this()](error_code cancelled) {
			const auto self = std::static_pointer_cast<WebSocketClient>(waiting.lock());
			if (!cancelled && self != nullptr) {
				self->serve_next();
			}
		});
	}

	// A client that neither sends nor takes anything is asked whether it is there, and let go when
	// it does not answer. One that is not read from at the moment cannot answer.
	void watch_life() {
		life_.expires_after(core().limits.idle_time / 2);
		wait_for_life();
	}

	void wait_for_life() {
		life_.async_wait([waiting = weak_from_this()](error_code cancelled) {
			const auto self = std::static_pointer_cast<WebSocketClient>(waiting.lock());
			if (!cancelled && self != nullptr && !self->has_ended()) {
				self->look_for_life();
			}
		});
	}

	void look_for_life() {
		if (closing_) {
			end();
			return;
		}
		const bool has_taken_something = has_taken();
		const bool has_sent_something = std::exchange(is_alive_, false);
		if (has_taken_something || has_sent_something || !is_reading()) {
			is_asked_ = false;
		} else if (std::exchange(is_asked_, true)) {
			end();
			return;
		} else {
			push_next(share(websocket_frame(FrameKind::ping, "")));
			flush();
			has_taken(); // the question itself says nothing
		}
		watch_life();
	}

	const std::shared_ptr<EventStream> stream_;
	GatewayTimer life_;
	GatewayTimer turn_;
	GatewayTimer ending_; // of a message that has begun to come
	WebSocketReader reader_;
	WaitingBytes::Share message_share_;
	std::string_view unread_; // of what was read last
	bool has_message_ = false; // whether the reader holds a message that was not run yet
	std::optional<bool> held_; // set once the message was looked at: whether its answer is long
	RequestTurns turns_;
	std::uint64_t requests_ = 0;
	bool open_ = false;
	bool closing_ = false;
	bool is_timed_ = false; // whether it must come to its end in time
	bool stalled_ = false; // it takes too little to be read from
	bool is_alive_ = false;
	bool is_asked_ = false; // whether it is there
};

} // namespace

bool is_websocket_upgrade(const RequestHead &head) {
	return head.method == HttpMethod::get && beast::websocket::is_upgrade(upgrade_of(head));
}

void serve_websocket(
		const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted, StreamStart start) {
	std::make_shared<WebSocketClient>(core, std::move(admitted), std::move(start))->open();
}

} // namespace agent_runtime
