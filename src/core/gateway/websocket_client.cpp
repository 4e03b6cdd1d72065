#include "core/gateway/websocket_client.h"

#include "core/base/json_io.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/asio/buffer.hpp>
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

json refused(const std::string &request_id, const Status &status) {
	return {
		{ "type", "request_completed" }, { "request_id", request_id }, { "ok", false },
		{ "error",
				{ { "code", status_code_name(status.code()) }, { "message", status.message() } } }
	};
}

// Owned by the core until it ends: while all its requests are open it waits for nothing itself.
// Thread rule: worker only (io).
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
					core->limits.queue_bytes, core->limits.log_page)) {}
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
		// A little too much is read and refused with a word. Beast refuses at once, by a close that
		// what the client is still sending may destroy on its way.
		socket_.read_message_max(core_->limits.message_bytes * 2);
		socket_.async_accept(upgrade, [self = shared_from_this()](error_code error) {
			if (error || self->closing_) {
				self->end();
				return;
			}
			self->open_ = true;
			self->core_->hub.add(self->stream_);
			self->read();
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
			stream_->go_on();
		}
		write();
		read();
	}

	// Not while the client owes us: it would fill memory with answers that it does not take.
	bool may_ask() const {
		return !ended_ && !closing_ && open_requests_ < core_->limits.open_requests &&
				waiting_bytes_ < core_->limits.queue_bytes;
	}

	void read() {
		if (reading_ || !may_ask()) {
			return;
		}
		reading_ = true;
		socket_.async_read(buffer_,
				[self = shared_from_this()](error_code error, std::size_t) { self->heard(error); });
	}

	void heard(error_code error) {
		reading_ = false;
		if (error || ended_) {
			// Beast has answered a close, or has said what was wrong by a close of its own.
			end();
			return;
		}
		if (buffer_.size() > core_->limits.message_bytes) {
			close(websocket::close_code::too_big);
			return;
		}
		const asio::const_buffer data = buffer_.cdata();
		answer(std::string_view(static_cast<const char *>(data.data()), data.size()));
		buffer_.consume(buffer_.size());
		read();
	}

	void answer(std::string_view text) {
		const std::string own_id = "request_" + std::to_string(++requests_);
		Result<json> message = parse_json(text, { .bytes = core_->limits.message_bytes });
		if (!message.ok()) {
			send(to_text(refused(own_id, message.status())));
			return;
		}
		json &request = message.value();
		if (request.is_object() && !request.contains("request_id")) {
			request["request_id"] = own_id;
		}
		open_requests_++;
		const std::weak_ptr<WebSocketClient> asker = weak_from_this();
		core_->host.request(request, [post = core_->post, asker](const json &completed) {
			post([asker, text = to_text(completed)] {
				if (const std::shared_ptr<WebSocketClient> self = asker.lock()) {
					self->open_requests_--;
					self->send(text);
					self->read();
				}
			});
		});
	}

	void end() {
		if (std::exchange(ended_, true)) {
			return;
		}
		core_->hub.remove(stream_.get());
		beast::get_lowest_layer(socket_).close();
		core_->kept.erase(shared_from_this());
	}

	const std::shared_ptr<GatewayCore> core_;
	const CoreEntry entry_;
	const WatcherSeat seat_;
	websocket::stream<beast::tcp_stream> socket_;
	const std::shared_ptr<EventStream> stream_;
	beast::flat_buffer buffer_;
	std::deque<std::string> waiting_; // the first of them is being written while `writing_`
	std::size_t waiting_bytes_ = 0;
	std::size_t open_requests_ = 0;
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
