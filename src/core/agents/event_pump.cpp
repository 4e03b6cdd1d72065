#include "core/agents/event_pump.h"

#include "core/log/event_json.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

void EventPump::set_preparer(std::shared_ptr<EventPreparer> preparer) {
	const Lock lock(mutex_);
	preparer_ = std::move(preparer);
}

void EventPump::show(std::span<const MovingPosition> positions) {
	if (shows_positions_.load(std::memory_order_relaxed)) {
		positions_.put(positions);
	}
	digest_.add(positions);
}

void EventPump::show(std::span<const AgentPath> paths, std::span<const AgentTurn> turns) {
	const bool with_turns = shows_turns_.load(std::memory_order_relaxed);
	walks_.put(paths, with_turns ? turns : std::span<const AgentTurn>());
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
	EventParcel used;
	while (used_.try_dequeue(used)) {
		used = EventParcel();
	}
	digest_.add(*batch);
	if (batch->back().id.is_stored() && read_log_) {
		const Lock lock(mutex_);
		behind_ = behind_ || held() + batch->size() > most_waiting_;
		if (behind_) {
			newest_missed_ = batch->back().id;
			missed_.fetch_add(batch->size(), std::memory_order_relaxed);
			// Read from the log later, they will not know their step.
			for (const PublishedEvent &event : *batch) {
				positions_.discard_stale(event);
			}
			return;
		}
	}
	EventParcel parcel = pack(batch);
	held_.fetch_add(batch->size(), std::memory_order_relaxed);
	queue_.enqueue(std::move(parcel));
}

EventParcel EventPump::pack(PublishedBatch batch) {
	std::shared_ptr<EventPreparer> preparer;
	{
		const Lock lock(mutex_);
		preparer = preparer_;
	}
	EventParcel parcel;
	for (std::size_t i = 0; i < batch->size(); i++) {
		const PublishedEvent &event = (*batch)[i];
		if (!event.event.data.is<AgentStateChanged>()) {
			parcel.marks.push_back({ static_cast<std::uint32_t>(i),
					preparer != nullptr ? preparer->prepare(event) : nullptr });
		}
	}
	parcel.end = batch->empty() ? EventId() : batch->back().id;
	parcel.batch = std::move(batch);
	return parcel;
}

void EventPump::page_read(const Result<EventPage> &page) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	if (page.ok()) {
		for (const StoredEvent &row : page.value().events) {
			Result<Event> event = book_.read(row.type, row.entity, row.trace_id, row.data);
			if (event.ok()) {
				batch->push_back({ row.id, row.ts, std::move(event).value() });
			}
		}
	}
	EventParcel parcel = pack(std::move(batch));
	held_.fetch_add(parcel.batch->size(), std::memory_order_relaxed);
	if (page.ok() && page.value().gap) {
		early_.shown_all();
	}
	if (page.ok()) {
		// Seen to its end, even where rows have been pruned or are not readable.
		parcel.end = page.value().cursor;
		const std::size_t missed = missed_.load(std::memory_order_relaxed);
		missed_.fetch_sub(std::min(missed, page.value().events.size()), std::memory_order_relaxed);
	}
	pages_.enqueue(std::move(parcel));
}

std::size_t EventPump::waiting() const {
	return held() + missed_.load(std::memory_order_relaxed);
}

// When the queue is empty, what was not queued is fetched from the log, page by page, until the
// newest missed one has been seen.
void EventPump::ask_for_page() {
	if (page_asked_ || !read_log_) {
		return;
	}
	{
		const Lock lock(mutex_);
		if (!behind_) {
			return;
		}
		if (cursor_ >= newest_missed_) {
			behind_ = false;
			missed_.store(0, std::memory_order_relaxed);
			return;
		}
	}
	page_asked_ = true;
	read_log_(cursor_, PAGE);
}

bool EventPump::next_batch() {
	put_aside();
	if (queue_.try_dequeue(current_)) {
		return true;
	}
	if (pages_.try_dequeue(current_)) {
		page_asked_ = false;
		return true;
	}
	ask_for_page();
	return false;
}

void EventPump::put_aside() {
	if (current_.batch == nullptr) {
		return;
	}
	cursor_ = std::max(cursor_, current_.end);
	position_ = 0;
	mark_ = 0;
	used_.enqueue(std::exchange(current_, EventParcel()));
}

// To the next event that is to be shown; false at the end of the batch.
bool EventPump::seek(PumpSink &sink) {
	const std::size_t size = current_.batch->size();
	while (mark_ < current_.marks.size() && current_.marks[mark_].position < position_) {
		mark_++;
	}
	shows_all_ = shows_all_ || sink.wants_state_changes();
	if (!shows_all_) {
		pass_to(mark_ < current_.marks.size() ? current_.marks[mark_].position : size);
	}
	return position_ < size;
}

void EventPump::pass_to(std::size_t position) {
	held_.fetch_sub(position - position_, std::memory_order_relaxed);
	position_ = position;
}

bool EventPump::next_event(PumpSink &sink) {
	while (current_.batch == nullptr || !seek(sink)) {
		if (!next_batch()) {
			return false;
		}
	}
	return true;
}

void EventPump::emit(PumpSink &sink, Drained &drained) {
	const PublishedEvent &event = (*current_.batch)[position_];
	const bool is_marked =
			mark_ < current_.marks.size() && current_.marks[mark_].position == position_;
	pass_to(position_ + 1);
	// What was read from the log may have been queued as well.
	if (event.id.is_stored() && event.id <= cursor_) {
		return;
	}
	cursor_ = event.id.is_stored() ? event.id : cursor_;
	positions_.discard_stale(event);
	texts_.discard_stale(event);
	if (event.event.data.is<AgentTerminated>()) {
		walks_.discard(event.event.subject.agent_id());
	}
	sink.emit_prepared(event, is_marked ? current_.marks[mark_].prepared.get() : nullptr);
	drained.events++;
	if (event.event.data.is<AgentSpawned>()) {
		early_.shown(event.event.subject.agent_id());
	}
}

// False when there is nothing left of any kind.
bool EventPump::emit_next(PumpSink &sink, Drained &drained) {
	if (const std::optional<UrgentCall> call = early_.take()) {
		std::visit([&](const auto &each) { emit_call(sink, each); }, *call);
		return true;
	}
	if (next_event(sink)) {
		emit(sink, drained);
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
	shows_turns_.store(sink.wants_turns(), std::memory_order_relaxed);
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
