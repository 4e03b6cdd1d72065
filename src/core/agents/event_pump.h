#pragma once

// The way from the writer's thread to the one that shows events to people: a queue of batches that
// is emptied a little each frame. Nothing durable is lost when the frames are too slow: past a
// limit the pump stops taking batches, keeps its place in the log, and reads on from there.

#include "core/agents/game_call.h"
#include "core/agents/moving_positions.h"
#include "core/agents/published.h"
#include "core/base/clock.h"
#include "core/store/event_log.h"

#include <concurrentqueue/concurrentqueue.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>

namespace agent_runtime {

// Where drained events go. Thread rule: that of the caller of drain().
class PumpSink {
public:
	virtual ~PumpSink() = default;
	virtual void emit(const PublishedEvent &event) = 0;
	virtual void emit(const MovingPosition &position) = 0;
	virtual void emit(const GameCall &call) = 0;
};

// Thread rule: publish() and page_read() any thread; drain() one thread only, the main one.
class EventPump : public EventSubscriber {
public:
	// Reads the log after an id on some other thread and gives the rows to page_read(); empty when
	// there is no store. Called by drain().
	using ReadLog = std::function<void(EventId after, std::size_t limit)>;

	struct Drained {
		std::size_t events = 0;
		Micros spent{};
		bool more = false;
	};

	static constexpr std::size_t MOST_WAITING = 50'000;
	static constexpr std::size_t PAGE = 1'000;

	EventPump(const Clock &clock, std::size_t most_waiting = MOST_WAITING) :
			clock_(clock),
			most_waiting_(most_waiting) {}

	// Before anything is published.
	void set_log_reader(ReadLog read_log) { read_log_ = std::move(read_log); }

	void publish(const PublishedBatch &batch) override;
	// The other two doors: values of the moment, and calls, which never wait behind events.
	void show(std::span<const MovingPosition> positions) { positions_.put(positions); }
	void call(const GameCall &call) { calls_.enqueue(call); }
	void page_read(const Result<EventPage> &page);

	// Emits until the budget is spent, overrun by at most one handler; no budget emits all there
	// is. Calls come first, since they have a deadline, positions last, when no event is left that
	// could make them stale. Holds no lock meanwhile. A sink may call anything but drain().
	Drained drain(PumpSink &sink, std::optional<Micros> budget);

	std::size_t waiting() const { return waiting_.load(std::memory_order_relaxed); }
	EventId cursor() const { return cursor_; }

private:
	// Rows of the log, and up to where they have been looked at.
	struct Page {
		PublishedBatch batch;
		EventId end;
	};

	bool emit_next(PumpSink &sink, Drained &drained);
	void emit(PumpSink &sink, const PublishedEvent &event, Drained &drained);
	bool next_event(const PublishedEvent *&event);
	bool next_batch();
	void ask_for_page();

	const Clock &clock_;
	const std::size_t most_waiting_;
	ReadLog read_log_;
	moodycamel::ConcurrentQueue<PublishedBatch> queue_;
	std::atomic<std::size_t> waiting_{ 0 }; // events in queue_ and current_
	MovingPositions positions_;
	moodycamel::ConcurrentQueue<GameCall> calls_;

	std::mutex mutex_; // guards the two below
	bool behind_ = false; // stored batches are not queued, but will be read from the log
	EventId newest_missed_;

	// Of drain() alone.
	PublishedBatch current_;
	std::size_t position_ = 0;
	EventId cursor_; // the newest stored event that was emitted
	moodycamel::ConcurrentQueue<Page> pages_;
	EventId page_end_; // where the page in current_ ends in the log; not stored: it is none
	bool page_asked_ = false;
};

} // namespace agent_runtime
