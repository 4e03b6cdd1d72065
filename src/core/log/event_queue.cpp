#include "core/log/event_queue.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

void EventQueue::set_preparer(std::shared_ptr<EventPreparer> preparer) {
	const Lock lock(mutex_);
	preparer_ = std::move(preparer);
}

bool EventQueue::publish(const PublishedBatch &batch) {
	free_used();
	if (falls_behind(batch)) {
		return false;
	}
	EventParcel parcel = pack(batch);
	held_.fetch_add(batch->size(), std::memory_order_relaxed);
	queue_.enqueue(std::move(parcel));
	return true;
}

void EventQueue::free_used() {
	EventParcel used;
	while (used_.try_dequeue(used)) {
		used = EventParcel();
	}
}

bool EventQueue::falls_behind(const PublishedBatch &batch) {
	if (!batch->back().id.is_stored() || !read_log_) {
		return false;
	}
	const Lock lock(mutex_);
	behind_ = behind_ || held() + batch->size() > most_waiting_;
	if (behind_) {
		newest_missed_ = batch->back().id;
		missed_.fetch_add(batch->size(), std::memory_order_relaxed);
	}
	return behind_;
}

EventParcel EventQueue::pack(PublishedBatch batch) {
	std::shared_ptr<EventPreparer> preparer;
	{
		const Lock lock(mutex_);
		preparer = preparer_;
	}
	EventParcel parcel;
	for (std::size_t i = 0; i < batch->size(); i++) {
		const PublishedEvent &event = (*batch)[i];
		if (!is_minor_(event.event)) {
			parcel.marks.push_back({ static_cast<std::uint32_t>(i),
					preparer != nullptr ? preparer->prepare(event) : nullptr });
		}
	}
	parcel.end = batch->empty() ? EventId() : batch->back().id;
	parcel.batch = std::move(batch);
	return parcel;
}

void EventQueue::page_read(const Result<EventPage> &page) {
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
	if (page.ok()) {
		// The page was read to its end, even if rows were pruned or cannot be read.
		parcel.end = page.value().cursor;
		const std::size_t missed = missed_.load(std::memory_order_relaxed);
		missed_.fetch_sub(std::min(missed, page.value().events.size()), std::memory_order_relaxed);
	}
	pages_.enqueue(std::move(parcel));
}

// When the queue is empty, fetches what was not queued from the log, page by page, until the newest
// missed event has been seen.
void EventQueue::ask_for_page() {
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

bool EventQueue::next_batch() {
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

void EventQueue::put_aside() {
	if (current_.batch == nullptr) {
		return;
	}
	cursor_ = std::max(cursor_, current_.end);
	position_ = 0;
	mark_ = 0;
	used_.enqueue(std::exchange(current_, EventParcel()));
}

// Moves to the next event to show; false at the end of the batch.
bool EventQueue::seek(bool wants_minor) {
	const std::size_t size = current_.batch->size();
	while (mark_ < current_.marks.size() && current_.marks[mark_].position < position_) {
		mark_++;
	}
	if (!wants_minor) {
		pass_to(mark_ < current_.marks.size() ? current_.marks[mark_].position : size);
	}
	return position_ < size;
}

void EventQueue::pass_to(std::size_t position) {
	held_.fetch_sub(position - position_, std::memory_order_relaxed);
	passed_ += position - position_;
	position_ = position;
}

bool EventQueue::next(bool wants_minor, Next &next) {
	while (current_.batch == nullptr || !seek(wants_minor)) {
		if (!next_batch()) {
			return false;
		}
	}
	const PublishedEvent &event = (*current_.batch)[position_];
	const bool is_marked =
			mark_ < current_.marks.size() && current_.marks[mark_].position == position_;
	pass_to(position_ + 1);
	next = {};
	// What was read from the log may have been queued as well.
	if (event.id.is_stored() && event.id <= cursor_) {
		return true;
	}
	cursor_ = event.id.is_stored() ? event.id : cursor_;
	next = { &event, is_marked ? current_.marks[mark_].prepared.get() : nullptr };
	return true;
}

} // namespace agent_runtime
