#pragma once

#include "core/base/ids.h"
#include "core/gateway/event_message.h"
#include "core/gateway/gateway_backend.h"
#include "core/gateway/stream_start.h"
#include "core/log/event_log.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// Events that have just happened, in order, for all streams.
struct LiveEvents {
	std::vector<OutEvent> events;
	EventId newest; // the newest stored one; none: no event here is stored
	std::size_t not_stored = 0;
	bool incomplete = false; // some events are missing here; those that were stored are in the log
};

// One client's way through the events: from the log until it has caught up, then live. When too
// much waits for the client, it is sent a notice and goes on from the log. So it gets every stored
// event exactly once and in order, however slow it is, and learns how many others it missed. Owned
// by the client. Thread rule: worker only (io).
class EventStream : public std::enable_shared_from_this<EventStream> {
public:
	// The client's side. It outlives the stream.
	class Sink {
	public:
		virtual ~Sink() = default;
		virtual void send_event(const OutEvent &event) = 0;
		// Sends what is no event of the log: a hello, a gap, a greeting. `cursor` is where to read
		// on after it; none: where it was.
		virtual void send_notice(const nlohmann::json &message, std::optional<EventId> cursor) = 0;
		// Called behind all that was sent at once. Until then the sink may hold it back.
		virtual void send_waiting() = 0;
		virtual std::size_t waiting_bytes() const = 0;
		// With more than this it is slow.
		virtual std::size_t most_waiting() const = 0;
	};

	// The log's side. It outlives the stream.
	class Source {
	public:
		virtual ~Source() = default;
		virtual bool has_log() const = 0;
		virtual const std::string &epoch() const = 0;
		// The newest stored event that was passed to receive().
		virtual EventId newest() const = 0;
		// Answers by page_read(), later and on the io thread.
		virtual void read_page(const std::shared_ptr<EventStream> &stream, EventFilter filter) = 0;
		// Whether there may be a greeting. Then it comes by greeted(), later and on the io thread.
		virtual bool greets() const = 0;
		virtual void read_greeting(
				const std::shared_ptr<EventStream> &stream, std::uint64_t after) = 0;
		// Something could not be read. The source calls try_again() after a while.
		virtual void try_again_later() = 0;
	};

	EventStream(StreamStart start, Sink &sink, Source &source, std::size_t page_size);

	// Sends the hello. From now on, call receive() with everything that happens.
	void start();

	void receive(const LiveEvents &live);
	void page_read(Result<OutPage> page);
	void greeted(const Result<GreetingPage> &page);
	// Call when less waits for the client than before. What it sends must still be sent on.
	void send_more();
	void try_again();

	bool is_live() const { return live_; }

private:
	// What has been read of what comes before the events.
	enum class Greeting : std::uint8_t { begun, asked, failed, over };

	void read_greeting();
	void begin();
	bool wants(const std::string &entity, const std::string &type) const;
	bool is_full() const { return sink_.waiting_bytes() >= sink_.most_waiting(); }
	// Whether it is time to read on: not for each event that leaves the queue.
	bool has_space() const { return sink_.waiting_bytes() <= sink_.most_waiting() / 2; }
	void deliver(const OutEvent &event);
	void fall_behind();
	void go_live();
	bool send_page();
	bool is_pruned() const;
	void send_gap(GapReason reason, std::size_t missed = 0);

	const StreamStart start_;
	Sink &sink_;
	Source &source_;
	const std::size_t page_size_;
	Greeting greeting_ = Greeting::over;
	std::uint64_t greeted_to_ = 0;
	std::optional<WallTime> since_; // set until the first page has turned it into an id
	EventId sent_; // the client has everything up to here
	bool live_ = false;
	bool reading_ = false;
	OutPage page_;
	std::size_t position_ = 0;
	std::size_t missed_ = 0; // events that were not stored and happened while it was not live
};

} // namespace agent_runtime
