#pragma once

// The way from the writer's thread to the one that shows events to people: a queue of batches that
// is emptied a little each frame. Nothing durable is lost when the frames are too slow: past a
// limit the pump stops taking batches, keeps its place in the log, and reads on from there.
//
// Most events are mere changes of state. Whoever shows crowds takes the newest of each agent
// (AgentChanges), once a frame, and lets the single changes go by: these are then passed over
// without being looked at.

#include "core/agents/agent_changes.h"
#include "core/agents/early_calls.h"
#include "core/agents/event_parcel.h"
#include "core/agents/game_call.h"
#include "core/agents/moving_positions.h"
#include "core/agents/shown_walks.h"
#include "core/agents/streamed_text.h"
#include "core/base/clock.h"
#include "core/base/mutex.h"
#include "core/log/event_book.h"
#include "core/log/published.h"
#include "core/store/event_log.h"

#include <concurrentqueue/concurrentqueue.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

namespace agent_runtime {

// Where drained events go. Thread rule: that of the caller of drain().
class PumpSink {
public:
	virtual ~PumpSink() = default;
	virtual void emit(const PublishedEvent &event) = 0;
	virtual void emit(const MovingPosition &position) = 0;
	virtual void emit(const GameCall &call) = 0;
	// Comes after the call that asked for the walk, and before the next one for the same agent.
	virtual void emit(const CancelledWalk &walk) { static_cast<void>(walk); }
	virtual void emit(const TextPiece &piece) { static_cast<void>(piece); }
	virtual void emit(const AgentPath &path) { static_cast<void>(path); }
	virtual void emit(const AgentTurn &turn) { static_cast<void>(turn); }
	// The same as emit(event), for who has a preparer; `prepared` may be null.
	virtual void emit_prepared(const PublishedEvent &event, const PreparedEvent *prepared) {
		static_cast<void>(prepared);
		emit(event);
	}
	virtual void emit(const AgentChanges &changes) { static_cast<void>(changes); }

	// Whether each single change of state is to be shown, from now on: asked again until it is.
	virtual bool wants_state_changes() { return true; }
	// Whether emit(changes) is to be called; until it is, changes are kept.
	virtual bool wants_changes() { return false; }
	// Whether single positions of agents on their way are to be shown, and likewise their paths and
	// where they look. Asked in each drain; what nobody wants is not kept.
	virtual bool wants_positions() { return true; }
	virtual bool wants_paths() { return true; }
	virtual bool wants_turns() { return true; }
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

	// `book` reads rows of the log back, and outlives the pump.
	EventPump(const Clock &clock, const EventBook &book, std::size_t most_waiting = MOST_WAITING) :
			clock_(clock),
			book_(book),
			most_waiting_(most_waiting) {}

	// Before anything is published.
	void set_log_reader(ReadLog read_log) { read_log_ = std::move(read_log); }
	// At any time; for what is published from then on.
	void set_preparer(std::shared_ptr<EventPreparer> preparer);

	void publish(const PublishedBatch &batch) override;
	// The other doors: values of the moment, what minds are writing, and calls, which never wait
	// behind events.
	void show(std::span<const MovingPosition> positions);
	void show(std::span<const AgentPath> paths, std::span<const AgentTurn> turns);
	// Whether paths are shown: who makes them need not, otherwise. Any thread.
	const std::atomic<bool> &shows_paths() const { return shows_paths_; }
	// Of agents that come to life with these, nothing is asked before that has been shown.
	void expect(std::span<const Event> events) { early_.expect(events); }
	void call(const GameCall &call) { early_.put(call); }
	void cancel(CancelledWalk walk) { early_.put(std::move(walk)); }
	// What was of the moment is not true any more: another world is there. Durable events stay.
	void forget_moments();
	StreamedText &texts() { return texts_; }
	// A call is not shown when this is false for it by then, since nobody needs its outcome any
	// more; and when a walk was not shown, its cancellation is not shown either. Without this
	// function all calls are shown. Set before anything is published.
	void set_open_calls(std::function<bool(CallId)> is_open) { is_open_ = std::move(is_open); }
	// Called by drain() just before a cancelled walk is shown. Set before anything is published.
	void set_told_walk(std::function<void(CallId)> told) { told_walk_ = std::move(told); }
	void page_read(const Result<EventPage> &page);

	// Emits until the budget is spent, overrun by at most one handler; no budget emits all there
	// is. Calls come first, since they have a deadline, but for those of agents that are still to
	// be shown; then events, and when none is left that could make them stale, values of the
	// moment: positions, paths, where agents look, what is being written. When the budget ends
	// among those of one kind, the next drain begins them with the kind after it. What has changed
	// at large comes last, or, when the budget left no time for it, first of all in the next
	// drain. Holds no lock meanwhile. A sink may call anything but drain().
	Drained drain(PumpSink &sink, std::optional<Micros> budget);

	// Events that have not been shown, in memory or in the log.
	std::size_t waiting() const;
	// Those of them that are in memory.
	std::size_t held() const { return held_.load(std::memory_order_relaxed); }
	EventId cursor() const { return cursor_; }

private:
	EventParcel pack(PublishedBatch batch);
	void ask_for_wants(PumpSink &sink);
	bool emit_next(PumpSink &sink, Drained &drained);
	void emit_call(PumpSink &sink, const GameCall &call);
	void emit_call(PumpSink &sink, const CancelledWalk &walk);
	// Values of the moment, by kind, in the order in which they are shown.
	enum class Moment : std::uint8_t { position, path, turn, text };
	static constexpr std::size_t MOMENTS = 4;
	bool emit_moment(PumpSink &sink, Moment kind);
	void emit(PumpSink &sink, Drained &drained);
	void emit_changes(PumpSink &sink);
	bool next_event(PumpSink &sink);
	bool seek(PumpSink &sink);
	void pass_to(std::size_t position);
	void put_aside();
	bool next_batch();
	void ask_for_page();

	const Clock &clock_;
	const EventBook &book_;
	const std::size_t most_waiting_;
	ReadLog read_log_;
	moodycamel::ConcurrentQueue<EventParcel> queue_;
	std::atomic<std::size_t> held_{ 0 }; // events in queue_, pages_ and current_
	std::atomic<std::size_t> missed_{ 0 }; // events that were not queued, and not yet read
	// Of the sink, as it was asked last; each stands alone.
	std::atomic<bool> shows_positions_{ true };
	std::atomic<bool> shows_paths_{ true };
	std::atomic<bool> shows_turns_{ true };
	MovingPositions positions_;
	ShownWalks walks_;
	StreamedText texts_;
	ChangeDigest digest_;
	EarlyCalls early_;
	std::function<bool(CallId)> is_open_;
	std::function<void(CallId)> told_walk_;
	// What has been shown. To free it takes as long as to show it, so the next publisher does.
	moodycamel::ConcurrentQueue<EventParcel> used_;

	Mutex mutex_;
	// Stored batches are not queued, but will be read from the log.
	bool behind_ AR_GUARDED_BY(mutex_) = false;
	EventId newest_missed_ AR_GUARDED_BY(mutex_);
	std::shared_ptr<EventPreparer> preparer_ AR_GUARDED_BY(mutex_);

	// Of drain() alone.
	EventParcel current_;
	std::size_t position_ = 0;
	std::size_t mark_ = 0; // the next of current_.marks
	bool shows_all_ = false; // in this drain
	std::size_t first_moment_ = 0; // the kind of which values of the moment are shown first
	std::optional<std::size_t> newest_moment_; // the kind shown last in this drain
	bool changes_are_due_ = false; // the last drain had no time for them
	AgentChanges changes_;
	EventId cursor_; // the newest stored event that was emitted or passed over
	moodycamel::ConcurrentQueue<EventParcel> pages_;
	bool page_asked_ = false;
};

} // namespace agent_runtime
