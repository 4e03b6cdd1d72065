#include "core/agents/event_pump.h"

#include "core/agents/event_json.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

void EventPump::publish(const PublishedBatch &batch) {
	if (batch->empty()) {
		return;
	}
	const bool stored = batch->back().id.is_stored();
	if (stored && read_log_) {
		const std::lock_guard lock(mutex_);
		behind_ =
				behind_ || waiting_.load(std::memory_order_relaxed) + batch->size() > most_waiting_;
		if (behind_) {
			newest_missed_ = batch->back().id;
			// Read from the log later, they will not know their step.
			for (const PublishedEvent &event : *batch) {
				positions_.discard_stale(event);
			}
			return;
		}
	}
	waiting_.fetch_add(batch->size(), std::memory_order_relaxed);
	queue_.enqueue(batch);
}

void EventPump::page_read(const Result<EventPage> &page) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	if (page.ok()) {
		for (const StoredEvent &row : page.value().events) {
			Result<Event> event = event_from_row(row.type, row.entity, row.data);
			if (event.ok()) {
				batch->push_back({ row.id, row.ts, std::move(event).value() });
			}
		}
	}
	waiting_.fetch_add(batch->size(), std::memory_order_relaxed);
	pages_.enqueue({ std::move(batch), page.ok() ? page.value().cursor : EventId() });
}

// When the queue is empty, what was not queued is fetched from the log, page by page, until the
// newest missed one has been seen.
void EventPump::ask_for_page() {
	if (page_asked_ || !read_log_) {
		return;
	}
	{
		const std::lock_guard lock(mutex_);
		if (!behind_) {
			return;
		}
		if (cursor_ >= newest_missed_) {
			behind_ = false;
			return;
		}
	}
	page_asked_ = true;
	read_log_(cursor_, PAGE);
}

bool EventPump::next_batch() {
	position_ = 0;
	if (queue_.try_dequeue(current_)) {
		return true;
	}
	// A page counts as seen to its end, even where rows have been pruned or are not readable.
	cursor_ = std::max(cursor_, std::exchange(page_end_, EventId()));
	Page page;
	if (pages_.try_dequeue(page)) {
		page_asked_ = false;
		current_ = std::move(page.batch);
		page_end_ = page.end;
		return true;
	}
	current_.reset();
	ask_for_page();
	return false;
}

bool EventPump::next_event(const PublishedEvent *&event) {
	while (current_ == nullptr || position_ >= current_->size()) {
		if (!next_batch()) {
			return false;
		}
	}
	event = &(*current_)[position_++];
	waiting_.fetch_sub(1, std::memory_order_relaxed);
	return true;
}

void EventPump::emit(PumpSink &sink, const PublishedEvent &event, Drained &drained) {
	// What was read from the log may have been queued as well.
	if (event.id.is_stored() && event.id <= cursor_) {
		return;
	}
	cursor_ = event.id.is_stored() ? event.id : cursor_;
	positions_.discard_stale(event);
	sink.emit(event);
	drained.events++;
}

// False when there is nothing left of any kind.
bool EventPump::emit_next(PumpSink &sink, Drained &drained) {
	GameCall call;
	if (calls_.try_dequeue(call)) {
		sink.emit(call);
		return true;
	}
	const PublishedEvent *event = nullptr;
	if (next_event(event)) {
		emit(sink, *event, drained);
		return true;
	}
	if (const std::optional<MovingPosition> position = positions_.take()) {
		sink.emit(*position);
		return true;
	}
	return false;
}

EventPump::Drained EventPump::drain(PumpSink &sink, std::optional<Micros> budget) {
	Drained drained;
	const RealTime start = clock_.now();
	while (emit_next(sink, drained)) {
		drained.spent = clock_.now() - start;
		if (budget && drained.spent >= *budget) {
			break;
		}
	}
	drained.more = waiting() > 0;
	return drained;
}

} // namespace agent_runtime
