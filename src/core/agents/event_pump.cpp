#include "core/agents/event_pump.h"

#include "core/agents/event.h"

#include <utility>

namespace agent_runtime {

void EventPump::show(std::span<const MovingPosition> positions) {
	if (shows_positions_.load(std::memory_order_relaxed)) {
		positions_.put(positions);
	}
	digest_.add(positions);
}

void EventPump::show(std::span<const AgentPath> paths, std::span<const AgentFacing> turns) {
	const bool with_turns = shows_facings_.load(std::memory_order_relaxed);
	walks_.put(paths, with_turns ? turns : std::span<const AgentFacing>());
}

void EventPump::forget_moments() {
	while (positions_.take()) {
	}
	while (walks_.take_path()) {
	}
	while (walks_.take_turn()) {
	}
	while (texts_.take()) {
	}
}

void EventPump::publish(const PublishedBatch &batch) {
	if (batch->empty()) {
		return;
	}
	digest_.add(*batch);
	if (queue_.publish(batch)) {
		return;
	}
	// When these are read from the log later, their step will be unknown.
	for (const PublishedEvent &event : *batch) {
		positions_.discard_stale(event);
	}
}

void EventPump::page_read(const Result<EventPage> &page) {
	if (page.ok() && page.value().gap) {
		early_.shown_all();
	}
	queue_.page_read(page);
}

bool EventPump::emit_event(PumpSink &sink, Drained &drained) {
	shows_all_ = shows_all_ || sink.wants_state_changes();
	EventQueue::Next next;
	if (!queue_.next(shows_all_, next)) {
		return false;
	}
	if (next.event == nullptr) {
		return true;
	}
	const PublishedEvent &event = *next.event;
	positions_.discard_stale(event);
	texts_.discard_stale(event);
	if (event.event.data.is<AgentTerminated>()) {
		walks_.discard(event.event.subject.agent_id());
	}
	sink.emit_prepared(event, next.prepared);
	drained.events++;
	if (event.event.data.is<AgentSpawned>()) {
		early_.shown(event.event.subject.agent_id());
	}
	return true;
}

// False when nothing of any kind is left.
bool EventPump::emit_next(PumpSink &sink, Drained &drained) {
	if (const std::optional<UrgentCall> call = early_.take()) {
		std::visit([&](const auto &each) { emit_call(sink, each); }, *call);
		return true;
	}
	if (emit_event(sink, drained)) {
		return true;
	}
	for (std::size_t i = 0; i < MOMENTS; i++) {
		const std::size_t kind = (first_moment_ + i) % MOMENTS;
		if (emit_moment(sink, static_cast<Moment>(kind))) {
			newest_moment_ = kind;
			return true;
		}
	}
	return false;
}

void EventPump::emit_call(PumpSink &sink, const GameCall &call) {
	if (call.withdrawn || !is_open_ || is_open_(call.call)) {
		sink.emit(call);
	} else if (call.kind == CallKind::walk) {
		early_.note_unseen(call.call);
	}
}

void EventPump::emit_call(PumpSink &sink, const CancelledWalk &walk) {
	if (told_walk_) {
		told_walk_(walk.call);
	}
	if (!early_.take_unseen(walk.call)) {
		sink.emit(walk);
	}
}

bool EventPump::emit_moment(PumpSink &sink, Moment kind) {
	const auto emit_one = [&sink](const auto &taken) {
		if (taken) {
			sink.emit(*taken);
		}
		return taken.has_value();
	};
	switch (kind) {
		case Moment::position:
			return emit_one(positions_.take());
		case Moment::path:
			return emit_one(walks_.take_path());
		case Moment::turn:
			return emit_one(walks_.take_turn());
		case Moment::text:
			return emit_one(texts_.take());
	}
	return false;
}

void EventPump::ask_for_wants(PumpSink &sink) {
	shows_positions_.store(sink.wants_positions(), std::memory_order_relaxed);
	shows_paths_.store(sink.wants_paths(), std::memory_order_relaxed);
	shows_facings_.store(sink.wants_facings(), std::memory_order_relaxed);
}

void EventPump::emit_changes(PumpSink &sink) {
	changes_are_due_ = false;
	if (sink.wants_changes() && digest_.try_take(changes_)) {
		sink.emit(changes_);
	}
}

EventPump::Drained EventPump::drain(PumpSink &sink, std::optional<Micros> budget) {
	Drained drained;
	const RealTime start = clock_.now();
	const auto is_spent = [&] {
		drained.spent = clock_.now() - start;
		return budget && drained.spent >= *budget;
	};
	shows_all_ = false;
	ask_for_wants(sink);
	if (changes_are_due_) {
		emit_changes(sink);
	}
	bool spent = false;
	newest_moment_.reset();
	while (!spent && emit_next(sink, drained)) {
		spent = is_spent();
	}
	if (spent) {
		changes_are_due_ = true;
		if (newest_moment_) {
			first_moment_ = (*newest_moment_ + 1) % MOMENTS;
		}
	} else {
		first_moment_ = 0;
		emit_changes(sink);
		is_spent();
	}
	drained.more = waiting() > 0;
	return drained;
}

} // namespace agent_runtime
