#pragma once

#include "core/base/mutex.h"
#include "core/gateway/event_stream.h"
#include "core/gateway/gateway_backend.h"
#include "core/io/io_thread.h"
#include "core/log/published.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace agent_runtime {

// Where the event log stood when the gateway began. An empty epoch means that there is no log.
struct LogPosition {
	std::string epoch;
	EventId newest;
};

// Brings events from the writer's thread to the streams of all clients, and converts each to JSON
// once. Owned by the gateway. Thread rule: publish() any thread; all else worker only (io).
class EventHub : public EventSubscriber, public EventStream::Source {
public:
	// How many events may wait for the io thread. Beyond that they are read from the log instead.
	static constexpr std::size_t MOST_WAITING = 50'000;

	// `host` outlives the hub's last read of the log.
	EventHub(GatewayBackend &host, IoPost post, std::size_t most_waiting = MOST_WAITING) :
			host_(host),
			post_(std::move(post)),
			most_waiting_(most_waiting) {}

	// Call before the first stream is added. `try_again_later` makes sure that try_again() is
	// called after a while.
	void begin(LogPosition place, std::function<void()> try_again_later);

	void publish(const PublishedBatch &batch) override;

	// The stream receives what is published from now on. Everything before is in the log.
	void add(const std::shared_ptr<EventStream> &stream);
	void remove(const EventStream *stream);
	// Serves the streams that could not read the log.
	void try_again();

	bool has_log() const override { return !place_.epoch.empty(); }
	const std::string &epoch() const override { return place_.epoch; }
	EventId newest() const override { return place_.newest; }
	void read_page(const std::shared_ptr<EventStream> &stream, EventFilter filter) override;
	bool greets() const override { return host_.greeting() != nullptr; }
	void read_greeting(const std::shared_ptr<EventStream> &stream, std::uint64_t after) override;
	void try_again_later() override { try_again_later_(); }

private:
	struct Inbox {
		std::vector<PublishedBatch> batches;
		std::size_t events = 0;
		EventId newest;
		std::size_t not_stored = 0; // how many of the events left out were not stored
		bool incomplete = false;
		bool posted = false;
	};

	void distribute();
	bool somebody_is_live() const;

	GatewayBackend &host_;
	const IoPost post_;
	const std::size_t most_waiting_;
	LogPosition place_;
	std::function<void()> try_again_later_;
	std::vector<std::shared_ptr<EventStream>> streams_;

	Mutex mutex_;
	Inbox inbox_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
