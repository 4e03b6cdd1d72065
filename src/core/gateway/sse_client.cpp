#include "core/gateway/sse_client.h"

#include "core/gateway/event_stream.h"
#include "core/gateway/sse.h"
#include "core/gateway/stream_connection.h"

#include <optional>
#include <utility>

namespace agent_runtime {

namespace {

using boost::system::error_code;

// Owned by the core. Thread rule: worker only (io).
class SseClient : public StreamConnection, public EventStream::Sink {
public:
	SseClient(
			const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted, StreamStart start) :
			StreamConnection(core, std::move(admitted)),
			heartbeat_(socket().get_executor()),
			stream_(std::make_shared<EventStream>(
					std::move(start), *this, core->hub, core->limits.log_page)) {}

	void open() {
		begin();
		push(share(sse_head(head().origin)));
		read();
		core().hub.add(stream_);
		wait_for_silence();
	}

	void send_event(const OutEvent &event) override {
		if (closing_) {
			return;
		}
		if (event.block == nullptr) {
			event.block = share(
					sse_event(event.id.is_stored() ? cursor_text(core().hub.epoch(), event.id) : "",
							event.type, event.text));
		}
		push(event.block);
	}

	void send_notice(const nlohmann::json &message, std::optional<EventId> cursor) override {
		if (closing_) {
			return;
		}
		push(share(sse_event(cursor ? cursor_text(core().hub.epoch(), *cursor) : "",
				message.value("type", ""), to_text(message))));
	}

	void send_waiting() override { flush(); }
	std::size_t waiting_bytes() const override { return queued_bytes(); }
	std::size_t most_waiting() const override { return core().waiting.most_each(); }

	void close() override {
		closing_ = true;
		core().hub.remove(stream_.get());
		finish();
	}

private:
	void taken() override {
		if (!closing_) {
			stream_->send_more();
		}
	}
	// What a client sends after its request is ignored; only its end matters.
	void heard(std::string_view) override { read(); }
	void ended() override {
		core().hub.remove(stream_.get());
		heartbeat_.cancel();
	}

	void wait_for_silence() {
		heartbeat_.expires_after(core().limits.heartbeat);
		heartbeat_.async_wait([waiting = weak_from_this()](error_code cancelled) {
			const std::shared_ptr<SseClient> self =
					std::static_pointer_cast<SseClient>(waiting.lock());
			if (cancelled || self == nullptr || self->has_ended()) {
				return;
			}
			if (!self->has_taken() && self->queued_bytes() == 0) {
				self->push(share(std::string(SSE_HEARTBEAT)));
				self->flush();
			}
			self->wait_for_silence();
		});
	}

	GatewayTimer heartbeat_;
	const std::shared_ptr<EventStream> stream_;
	bool closing_ = false;
};

} // namespace

void serve_events(
		const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted, StreamStart start) {
	std::make_shared<SseClient>(core, std::move(admitted), std::move(start))->open();
}

} // namespace agent_runtime
