#include "core/gateway/websocket_client.h"

#include "core/base/json_io.h"
#include "core/base/vocabulary.h"
#include "core/gateway/open_requests.h"

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;
using nlohmann::json;
using Upgrade = beast::http::request<beast::http::empty_body>;
using Clock = std::chrono::steady_clock;
using Verdict = OpenRequests::Verdict;

json refused(const std::string &request_id, const Status &status) {
	return {
		{ "type", "request_completed" }, { "request_id", request_id }, { "ok", false },
		{ "error",
				{ { "code", status_code_name(status.code()) }, { "message", status.message() } } }
	};
}

// Every answer has an id, even one to a request whose own id cannot be sent back.
std::string completed_text(const json &completed, const std::string &own_id) {
	if (!completed.value("request_id", "").empty()) {
		return to_text(completed);
	}
	json named = completed;
	named["request_id"] = own_id;
	return to_text(named);
}

bool has_long_answer(const Vocabulary &vocabulary, const json &request) {
	const json::const_iterator type = request.is_object() ? request.find("type") : request.end();
	const MessageType *const entry = type != request.end() && type->is_string()
			? vocabulary.find(type->get_ref<const std::string &>())
			: nullptr;
	return entry != nullptr && entry->long_answer;
}

// Owned by the core until it ends, since it has no pending operation while all its requests are
// open. Thread rule: worker only (io).
class WebSocketClient : public ClientConnection,
						public EventStream::Sink,
						public std::enable_shared_from_this<WebSocketClient> {
public:
	WebSocketClient(
			const std::shared_ptr<GatewayCore> &core, beast::tcp_stream stream, StreamStart start) :
			core_(core),
			entry_(core, *this),
			seat_(core),
			socket_(std::move(stream)),
			stream_(std::make_shared<EventStream>(std::move(start), *this, core->hub,
					core->limits.queue_bytes, core->limits.log_page)),
			turn_(socket_.get_executor()),
			open_requests_({ .in_work = core->limits.open_requests,
					.waiting = core->limits.waiting_requests,
					.quick = core->limits.quick_time }) {}
	~WebSocketClient() override { core_->hub.remove(stream_.get()); }

	void open(const Upgrade &upgrade) {
		core_->kept.insert(shared_from_this());
		// The WebSocket layer watches the time itself, with pings.
		beast::get_lowest_layer(socket_).expires_never();
		socket_.set_option(
				websocket::stream_base::timeout{ .handshake_timeout = core_->limits.head_time,
						.idle_timeout = core_->limits.idle_time,
						.keep_alive_pings = true });
		socket_.auto_fragment(false);
		// A message that is a little too long is read and refused with an error. Beast would refuse
		// by closing at once, and what the client is still sending may destroy that close on its
		// way.
		socket_.read_message_max(core_->limits.message_bytes * 2);
		socket_.async_accept(upgrade, [self = shared_from_this()](error_code error) {
			if (error || self->closing_) {
				self->end();
				return;
			}
			self->open_ = true;
			self->core_->hub.add(self->stream_);
			self->serve_next();
		});
	}

	void send_event(const OutEvent &event) override { send(event.text); }
	void send_notice(const json &message, std::optional<EventId>) override {
		send(to_text(message));
	}
	std::size_t waiting_bytes() const override { return waiting_bytes_; }

	void close() override { close(websocket::close_code::going_away); }

private:
	void close(websocket::close_code why) {
		const std::shared_ptr<WebSocketClient> self = shared_from_this();
		core_->hub.remove(stream_.get());
		if (std::exchange(closing_, true)) {
			return;
		}
		if (!open_) {
			end();
			return;
		}
		socket_.async_close(why, [self](error_code) { self->end(); });
	}

	void send(std::string text) {
		if (ended_) {
			return;
		}
		waiting_bytes_ += text.size();
		waiting_.push_back(std::move(text));
		write();
	}

	void write() {
		if (writing_ || waiting_.empty() || ended_ || closing_) {
			return;
		}
		writing_ = true;
		socket_.text(true);
		socket_.async_write(asio::buffer(waiting_.front()),
				[self = shared_from_this()](
						error_code error, std::size_t) { self->written(error); });
	}

	void written(error_code error) {
		writing_ = false;
		if (error || ended_) {
			end();
			return;
		}
		waiting_bytes_ -= waiting_.front().size();
		waiting_.pop_front();
		if (!closing_) {
			stream_->send_more();
		}
		write();
		serve_next();
	}

	// Not while the client is slow to read, or it would fill memory with answers that it does not
	// take.
	bool may_ask() const {
		return !ended_ && !closing_ && waiting_bytes_ < core_->limits.queue_bytes;
	}

	// Runs the request that was read, and reads the next, if both are allowed now.
	void serve_next() {
		if (reading_ || !may_ask() || (has_message_ && !take_message())) {
			return;
		}
		reading_ = true;
		socket_.async_read(buffer_,
				[self = shared_from_this()](error_code error, std::size_t) { self->heard(error); });
	}

	void heard(error_code error) {
		reading_ = false;
		if (error || ended_) {
			// Beast has answered a close, or has reported an error by a close of its own.
			end();
			return;
		}
		if (buffer_.size() > core_->limits.message_bytes) {
			close(websocket::close_code::too_big);
			return;
		}
		has_message_ = true;
		held_.reset();
		serve_next();
	}

	// False while the message has to wait for its turn.
	bool take_message() {
		if (held_ && verdict_on(*held_) == Verdict::later) {
			wait_for_turn();
			return false;
		}
		const asio::const_buffer data = buffer_.cdata();
		has_message_ = !answer({ static_cast<const char *>(data.data()), data.size() });
		if (!has_message_) {
			buffer_.consume(buffer_.size());
			// most messages are small, so a large one must not keep its memory
			buffer_.shrink_to_fit();
		}
		return !has_message_;
	}

	bool answer(std::string_view text) {
		const std::uint64_t number = requests_ + 1;
		const std::string own_id = "request_" + std::to_string(number);
		Result<json> message = parse_json(text, { .bytes = core_->limits.message_bytes });
		if (!message.ok()) {
			requests_ = number;
			send(to_text(refused(own_id, message.status())));
			return true;
		}
		const bool long_answer = has_long_answer(core_->host.vocabulary(), message.value());
		const Verdict verdict = verdict_on(long_answer);
		if (verdict == Verdict::later) {
			held_ = long_answer;
			wait_for_turn();
			return false;
		}
		requests_ = number;
		if (verdict == Verdict::refuse) {
			const std::string name = request_name(message.value());
			send(to_text(refused(name.empty() ? own_id : name, too_many_wait())));
			return true;
		}
		const Clock::time_point began = Clock::now();
		open_requests_.open(number, long_answer, began);
		run_request(std::move(message).value(), number, own_id);
		if (long_answer) {
			core_->list_turns.made(began, Clock::now());
			list_turn_.reset();
		}
		return true;
	}

	Verdict verdict_on(bool long_answer) {
		const Clock::time_point now = Clock::now();
		const Verdict verdict = open_requests_.verdict(long_answer, now);
		if (verdict != Verdict::ask || !long_answer) {
			next_look_ = open_requests_.next_change();
			return verdict;
		}
		list_turn_ = core_->list_turns.turn_of(list_turn_, now);
		next_look_ = list_turn_;
		return *list_turn_ <= now ? Verdict::ask : Verdict::later;
	}

	void run_request(json request, std::uint64_t number, const std::string &own_id) {
		if (request.is_object() && !request.contains("request_id")) {
			request["request_id"] = own_id;
		}
		const std::weak_ptr<WebSocketClient> asker = weak_from_this();
		core_->host.request(
				request, [post = core_->post, asker, number, own_id](const json &completed) {
					post([asker, number, text = completed_text(completed, own_id)] {
						if (const std::shared_ptr<WebSocketClient> self = asker.lock()) {
							self->open_requests_.close(number);
							self->send(text);
							self->serve_next();
						}
					});
				});
	}

	Status too_many_wait() const {
		return Status(StatusCode::exhausted,
				std::to_string(core_->limits.waiting_requests) +
						" requests of this client wait to be answered; send this one again when "
						"one of them is");
	}

	// An answer to another request lets it go on, too.
	void wait_for_turn() {
		if (!next_look_) {
			return;
		}
		turn_.expires_at(*next_look_);
		turn_.async_wait([waiting = weak_from_this()](error_code cancelled) {
			const std::shared_ptr<WebSocketClient> self = waiting.lock();
			if (!cancelled && self != nullptr) {
				self->serve_next();
			}
		});
	}

	void end() {
		if (std::exchange(ended_, true)) {
			return;
		}
		core_->hub.remove(stream_.get());
		turn_.cancel();
		beast::get_lowest_layer(socket_).close();
		core_->kept.erase(shared_from_this());
	}

	const std::shared_ptr<GatewayCore> core_;
	const CoreEntry entry_;
	const WatcherSeat seat_;
	websocket::stream<beast::tcp_stream> socket_;
	const std::shared_ptr<EventStream> stream_;
	beast::flat_buffer buffer_; // one message
	bool has_message_ = false; // whether it holds a message that was not run yet
	std::optional<bool> held_; // set once the message was looked at: whether its answer is long
	std::optional<ListTurns::Time> list_turn_; // set for a long list that waits for others
	std::optional<Clock::time_point> next_look_; // when to look again at a message that has to wait
	asio::steady_timer turn_;
	OpenRequests open_requests_;
	std::deque<std::string> waiting_; // while `writing_`, the first of them is being written
	std::size_t waiting_bytes_ = 0;
	std::uint64_t requests_ = 0;
	bool open_ = false;
	bool writing_ = false;
	bool reading_ = false;
	bool closing_ = false;
	bool ended_ = false;
};

} // namespace

void serve_websocket(const std::shared_ptr<GatewayCore> &core, beast::tcp_stream stream,
		const Upgrade &upgrade, StreamStart start) {
	std::make_shared<WebSocketClient>(core, std::move(stream), std::move(start))->open(upgrade);
}

} // namespace agent_runtime
