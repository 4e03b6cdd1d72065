#pragma once

// What a world has to show, on its way to the thread that shows it, a little in each frame: events,
// in the queue that the log has for them (log/event_queue.h), and besides them what is never
// stored: calls to the game, and values of the moment.
//
// Most events are mere changes of state. A game that shows crowds reads the newest state of each
// agent (AgentChanges) once a frame and does without single changes, which are then skipped unread.

#include "core/agents/agent_changes.h"
#include "core/agents/early_calls.h"
#include "core/agents/event.h"
#include "core/agents/game_call.h"
#include "core/agents/moving_positions.h"
#include "core/agents/shown_walks.h"
#include "core/agents/streamed_text.h"
#include "core/base/clock.h"
#include "core/log/event_book.h"
#include "core/log/event_log.h"
#include "core/log/event_queue.h"
#include "core/log/published.h"

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

// Receives the drained events. Thread rule: that of the caller of drain().
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
	virtual void emit(const AgentFacing &turn) { static_cast<void>(turn); }
	// The same as emit(event), for who has a preparer; `prepared` may be null.
	virtual void emit_prepared(const PublishedEvent &event, const PreparedEvent *prepared) {
		static_cast<void>(prepared);
		emit(event);
	}
	virtual void emit(const AgentChanges &changes) { static_cast<void>(changes); }

	// Whether every single change of state should be shown from now on; called until it returns
	// true.
	virtual bool wants_state_changes() { return true; }
	// Whether to call emit(changes). Until then, changes are collected.
	virtual bool wants_changes() { return false; }
	// Whether to show single positions of agents on their way, and likewise their paths and the
	// directions in which they look. Called in each drain; what nobody wants is not stored.
	virtual bool wants_positions() { return true; }
	virtual bool wants_paths() { return true; }
	virtual bool wants_facings() { return true; }
};

// Thread rule: publish() and page_read() any thread; drain() one thread only, the main one.
class EventPump : public EventSubscriber {
public:
	// Reads the log after an id on another thread and passes the rows to page_read(); empty when
	// there is no store. Called by drain().
	using ReadLog = EventQueue::ReadLog;

	struct Drained {
		std::size_t events = 0;
		Micros spent{};
		bool more = false;
	};

	static constexpr std::size_t MOST_WAITING = 50'000;
	static constexpr std::size_t PAGE = EventQueue::PAGE;

	// `book` reads rows of the log, and must outlive the pump.
	EventPump(const Clock &clock, const EventBook &book, std::size_t most_waiting = MOST_WAITING) :
			clock_(clock),
			queue_(book, most_waiting,
					[](const Event &event) { return event.data.is<AgentStateChanged>(); }) {}

	// Set before anything is published.
	void set_log_reader(ReadLog read_log) { queue_.set_log_reader(std::move(read_log)); }
	// May be set at any time; applies to what is published from then on.
	void set_preparer(std::shared_ptr<EventPreparer> preparer) {
		queue_.set_preparer(std::move(preparer));
	}

	void publish(const PublishedBatch &batch) override;
	// These do not go through the queue: values of the moment, what minds are writing, and calls,
	// which never wait for events.
	void show(std::span<const MovingPosition> positions);
	void show(std::span<const AgentPath> paths, std::span<const AgentFacing> turns);
	// Whether paths are shown: who makes them need not, otherwise. Any thread.
	const std::atomic<bool> &shows_paths() const { return shows_paths_; }
	// Nothing is asked about agents that these events bring to life before that was shown.
	void expect(std::span<const Event> events) { early_.expect(events); }
	void call(const GameCall &call) { early_.put(call); }
	void cancel(CancelledWalk walk) { early_.put(std::move(walk)); }
	// Values of the moment are no longer true, since there is another world. Durable events stay.
	void forget_moments();
	StreamedText &texts() { return texts_; }
	// A call is not shown if this returns false for it by then, since nobody needs its outcome any
	// more. When a walk was not shown, its cancellation is not shown either. Without this function
	// all calls are shown. Set before anything is published.
	void set_open_calls(std::function<bool(CallId)> is_open) { is_open_ = std::move(is_open); }
	// Called by drain() just before it shows a cancelled walk. Set before anything is published.
	void set_told_walk(std::function<void(CallId)> told) { told_walk_ = std::move(told); }
	void page_read(const Result<EventPage> &page);

	// Emits until the budget is spent, which one handler at most can exceed; without a budget it
	// emits everything. Calls come first, since they have a deadline, except for those of agents
	// that were not shown yet. Then come events and, when none is left that could outdate them,
	// values of the moment: positions, paths, directions, text being written. If the budget ends
	// within one of these kinds, the next drain begins with the kind after it. AgentChanges come
	// last or, if the budget left no time for them, first in the next drain. Holds no lock
	// meanwhile. A sink may call anything but drain().
	Drained drain(PumpSink &sink, std::optional<Micros> budget);

	// Events that were not shown yet, in memory or in the log.
	std::size_t waiting() const { return queue_.waiting(); }
	// Those of them that are in memory.
	std::size_t held() const { return queue_.held(); }
	// How many events were shown so far, or skipped because nobody wants them. Call where drain()
	// is called.
	std::size_t passed() const { return queue_.passed(); }
	EventId cursor() const { return queue_.cursor(); }

private:
	void ask_for_wants(PumpSink &sink);
	bool emit_next(PumpSink &sink, Drained &drained);
	void emit_call(PumpSink &sink, const GameCall &call);
	void emit_call(PumpSink &sink, const CancelledWalk &walk);
	// The kinds of values of the moment, in the order in which they are shown.
	enum class Moment : std::uint8_t { position, path, turn, text };
	static constexpr std::size_t MOMENTS = 4;
	bool emit_moment(PumpSink &sink, Moment kind);
	bool emit_event(PumpSink &sink, Drained &drained);
	void emit_changes(PumpSink &sink);

	const Clock &clock_;
	EventQueue queue_;
	// The sink's last answers; each is independent.
	std::atomic<bool> shows_positions_{ true };
	std::atomic<bool> shows_paths_{ true };
	std::atomic<bool> shows_facings_{ true };
	MovingPositions positions_;
	ShownWalks walks_;
	StreamedText texts_;
	ChangeDigest digest_;
	EarlyCalls early_;
	std::function<bool(CallId)> is_open_;
	std::function<void(CallId)> told_walk_;

	// Used by drain() alone.
	bool shows_all_ = false; // in this drain
	std::size_t first_moment_ = 0; // the kind of values of the moment to show first
	std::optional<std::size_t> newest_moment_; // the kind shown last in this drain
	bool changes_are_due_ = false; // the last drain had no time for them
	AgentChanges changes_;
};

} // namespace agent_runtime
