#pragma once

#include "core/base/mutex.h"
#include "core/log/event_book.h"
#include "core/log/event_log.h"
#include "core/log/event_parcel.h"
#include "core/log/published.h"

#include <concurrentqueue/concurrentqueue.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

namespace agent_runtime {

// Passes events from whoever publishes them to the one thread that shows them, each once and in
// order. Nothing durable is lost when that thread is too slow: beyond a limit the queue accepts no
// more batches, remembers its place in the log, and reads on from there.
// Owned by what shows the events. Thread rule: publish(), page_read() and set_preparer() any
// thread; the rest one thread only.
class EventQueue {
public:
	// Reads the log after an id on another thread and passes the rows to page_read(); empty when
	// there is no store. Called by next().
	using ReadLog = std::function<void(EventId after, std::size_t limit)>;
	// True for events of which only the newest matters, and which may be skipped unread.
	using IsMinor = bool (*)(const Event &event);

	struct Next {
		// valid until next() is called again; null: it was shown
		const PublishedEvent *event = nullptr;
		const PreparedEvent *prepared = nullptr; // null: nothing was prepared
	};

	static constexpr std::size_t PAGE = 1'000;

	// `book` reads rows of the log, and must outlive the queue.
	EventQueue(const EventBook &book, std::size_t most_waiting, IsMinor is_minor) :
			book_(book),
			most_waiting_(most_waiting),
			is_minor_(is_minor) {}

	// Set before anything is published.
	void set_log_reader(ReadLog read_log) { read_log_ = std::move(read_log); }
	// Applies to what is published from then on.
	void set_preparer(std::shared_ptr<EventPreparer> preparer);

	// False when it is not queued, but will be read from the log.
	bool publish(const PublishedBatch &batch);
	void page_read(const Result<EventPage> &page);

	// The next event; false when there is none at present. Without `wants_minor`, minor events are
	// skipped.
	bool next(bool wants_minor, Next &next);

	// Events that were not shown yet, in memory or in the log.
	std::size_t waiting() const { return held() + missed_.load(std::memory_order_relaxed); }
	// Those of them that are in memory.
	std::size_t held() const { return held_.load(std::memory_order_relaxed); }
	// How many events were shown so far, or skipped. Call where next() is called.
	std::size_t passed() const { return passed_; }
	EventId cursor() const { return cursor_; }

private:
	EventParcel pack(PublishedBatch batch);
	void free_used();
	bool falls_behind(const PublishedBatch &batch);
	bool seek(bool wants_minor);
	void pass_to(std::size_t position);
	void put_aside();
	bool next_batch();
	void ask_for_page();

	const EventBook &book_;
	const std::size_t most_waiting_;
	const IsMinor is_minor_;
	ReadLog read_log_;
	moodycamel::ConcurrentQueue<EventParcel> queue_;
	moodycamel::ConcurrentQueue<EventParcel> pages_;
	std::atomic<std::size_t> held_{ 0 }; // events in queue_, pages_ and current_
	std::atomic<std::size_t> missed_{ 0 }; // events that were not queued, and not yet read
	// What was shown. Freeing it takes as long as showing it, so the next publisher does that.
	moodycamel::ConcurrentQueue<EventParcel> used_;

	Mutex mutex_;
	// Stored batches are not queued, but will be read from the log.
	bool behind_ AR_GUARDED_BY(mutex_) = false;
	EventId newest_missed_ AR_GUARDED_BY(mutex_);
	std::shared_ptr<EventPreparer> preparer_ AR_GUARDED_BY(mutex_);

	// Used by next() alone.
	EventParcel current_;
	std::size_t position_ = 0;
	std::size_t passed_ = 0;
	std::size_t mark_ = 0; // index of the next one in current_.marks
	EventId cursor_; // the newest stored event that was shown or skipped
	bool page_asked_ = false;
};

} // namespace agent_runtime
