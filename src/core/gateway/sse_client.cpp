#include "core/gateway/sse_client.h"

#include <array>
#include <optional>
#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr std::size_t HEARD_BYTES = 512;
constexpr int RETRY_MILLISECONDS = 1000;

// Owned by its handlers. Thread rule: worker only (io).
class SseClient : public ClientConnection,
				  public EventStream::Sink,
				  public std::enable_shared_from_this<SseClient> {
public:
	SseClient(const std::shared_ptr<GatewayCore> &core, boost::beast::tcp_stream stream,
			StreamStart start) :
			core_(core),
			entry_(core, *this),
			seat_(core),
			socket_(std::move(stream)),
			heartbeat_(socket_.get_executor()),
			stream_(std::make_shared<EventStream>(std::move(start), *this, core->hub,
					core->limits.queue_bytes, core->limits.log_page)) {}
	~SseClient() override { core_->hub.remove(stream_.get()); }

	void open(const std::string &origin) {
		pending_ = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
				   "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
				   "Connection: close\r\n";
		if (!origin.empty()) {
			pending_ += "Access-Control-Allow-Origin: " + origin + "\r\nVary: Origin\r\n";
		}
		pending_ += "\r\nretry: " + std::to_string(RETRY_MILLISECONDS) + "\n\n";
		// Only writing has a time limit, since a client may stay silent for any time.
		socket_.expires_never();
		wait_for_its_end();
		core_->hub.add(stream_);
		write();
		wait_for_silence();
	}

	void send_event(const OutEvent &event) override {
		if (event.id.is_stored()) {
			pending_ += "id: " + cursor_text(core_->hub.epoch(), event.id) + "\n";
		}
		pending_ += "event: " + event.type + "\ndata: " + event.text + "\n\n";
		write();
	}

	void send_notice(const nlohmann::json &message, std::optional<EventId> cursor) override {
		if (cursor) {
			pending_ += "id: " + cursor_text(core_->hub.epoch(), *cursor) + "\n";
		}
		pending_ += "event: " + message.value("type", "") + "\ndata: " + to_text(message) + "\n\n";
		write();
	}

	std::size_t waiting_bytes() const override { return pending_.size() + writing_.size(); }

	void close() override {
		closing_ = true;
		core_->hub.remove(stream_.get());
		if (waiting_bytes() == 0) {
			end();
		}
	}

private:
	void write() {
		if (!writing_.empty() || pending_.empty() || ended_) {
			return;
		}
		writing_.swap(pending_);
		socket_.expires_after(core_->limits.stall_time);
		asio::async_write(socket_, asio::buffer(writing_),
				[self = shared_from_this()](
						error_code error, std::size_t) { self->written(error); });
	}

	void written(error_code error) {
		writing_.clear();
		if (error || ended_) {
			end();
			return;
		}
		quiet_ = false;
		if (!closing_) {
			stream_->send_more();
		}
		write();
		if (closing_ && waiting_bytes() == 0) {
			end();
		}
	}

	// What a client sends after its request is ignored; only its end matters.
	void wait_for_its_end() {
		socket_.async_read_some(
				asio::buffer(heard_), [self = shared_from_this()](error_code error, std::size_t) {
					if (error || self->ended_) {
						self->end();
					} else {
						self->wait_for_its_end();
					}
				});
	}

	void wait_for_silence() {
		heartbeat_.expires_after(core_->limits.heartbeat);
		heartbeat_.async_wait([self = shared_from_this()](error_code error) {
			if (error || self->ended_) {
				return;
			}
			if (std::exchange(self->quiet_, true) && self->waiting_bytes() == 0) {
				self->pending_ += ": heartbeat\n\n";
				self->write();
			}
			self->wait_for_silence();
		});
	}

	void end() {
		if (std::exchange(ended_, true)) {
			return;
		}
		core_->hub.remove(stream_.get());
		heartbeat_.cancel();
		error_code ignored;
		socket_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
		socket_.close();
	}

	const std::shared_ptr<GatewayCore> core_;
	const CoreEntry entry_;
	const WatcherSeat seat_;
	boost::beast::tcp_stream socket_;
	asio::steady_timer heartbeat_;
	const std::shared_ptr<EventStream> stream_;
	std::string pending_;
	std::string writing_; // not empty while a write is in progress
	std::array<char, HEARD_BYTES> heard_ = {};
	bool quiet_ = true; // nothing was written since the last heartbeat
	bool closing_ = false;
	bool ended_ = false;
};

} // namespace

void serve_events(const std::shared_ptr<GatewayCore> &core, boost::beast::tcp_stream stream,
		StreamStart start, const std::string &origin) {
	std::make_shared<SseClient>(core, std::move(stream), std::move(start))->open(origin);
}

} // namespace agent_runtime
