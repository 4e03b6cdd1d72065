#include "core/gateway/event_stream.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

EventStream::EventStream(StreamStart start, Sink &sink, Source &source, std::size_t most_waiting,
		std::size_t page_size) :
		start_(std::move(start)),
		sink_(sink),
		source_(source),
		most_waiting_(most_waiting),
		page_size_(page_size),
		since_(start_.since) {
	page_.more = true;
}

void EventStream::start() {
	sent_ = start_.from_now ? source_.newest() : start_.after;
	// A date has no place in the log yet, so there is no cursor to send.
	const bool has_cursor = source_.has_log() && !since_;
	sink_.send_notice(hello_message(source_.epoch(), sent_),
			has_cursor ? std::optional<EventId>(sent_) : std::nullopt);
	if (start_.from_now) {
		live_ = true;
		return;
	}
	if (!source_.has_log()) {
		live_ = true;
		send_gap(GapReason::not_stored);
		return;
	}
	if (start_.other_log) {
		send_gap(GapReason::other_log);
	}
	send_more();
}

void EventStream::receive(const LiveEvents &live) {
	if (!live_) {
		missed_ += live.not_stored;
		return;
	}
	if (live.incomplete) {
		missed_ += live.not_stored;
		fall_behind();
		return;
	}
	for (const OutEvent &event : live.events) {
		if (!live_) {
			missed_ += event.id.is_stored() ? 0 : 1;
		} else if (event.id.is_stored() && event.id <= sent_) {
			continue; // it has already come with a page of the log
		} else if (sink_.waiting_bytes() >= most_waiting_) {
			missed_ += event.id.is_stored() ? 0 : 1;
			fall_behind();
		} else {
			deliver(event);
		}
	}
}

void EventStream::deliver(const OutEvent &event) {
	if (start_.entity.empty() || event.entity == start_.entity) {
		sink_.send_event(event);
	}
	sent_ = std::max(sent_, event.id);
}

void EventStream::fall_behind() {
	live_ = false;
	page_ = EventPage();
	page_.more = true;
	position_ = 0;
	send_gap(GapReason::slow);
	// The stream is behind for another reason than the client, so nothing else would make it go on.
	if (sink_.waiting_bytes() < most_waiting_) {
		send_more();
	}
}

void EventStream::go_live() {
	live_ = true;
	page_ = EventPage();
	position_ = 0;
	if (missed_ > 0) {
		send_gap(GapReason::not_stored, std::exchange(missed_, 0));
	}
}

// False when the client must first take what waits for it.
bool EventStream::send_page() {
	while (position_ < page_.events.size()) {
		if (sink_.waiting_bytes() >= most_waiting_) {
			return false;
		}
		deliver(out_event(page_.events[position_++]));
	}
	sent_ = std::max(sent_, page_.cursor);
	return true;
}

void EventStream::send_more() {
	if (live_ || reading_ || !send_page()) {
		return;
	}
	if (source_.has_log() && !page_.more && sent_ >= source_.newest()) {
		go_live();
		return;
	}
	if (sink_.waiting_bytes() > most_waiting_ / 2) {
		return; // do not fill the whole queue again for each event that leaves it
	}
	if (!source_.has_log()) {
		go_live();
		return;
	}
	EventFilter filter;
	filter.after = sent_;
	filter.since = since_;
	filter.entity = start_.entity;
	filter.limit = page_size_;
	reading_ = true;
	source_.read_page(shared_from_this(), std::move(filter));
}

bool EventStream::is_pruned(const EventPage &page) const {
	if (!since_) {
		return page.gap;
	}
	// Pruned events may have been later than the date, unless the page begins after the oldest row.
	return page.oldest > EventId(1) && !page.events.empty() &&
			page.events.front().id == page.oldest;
}

void EventStream::page_read(const Result<EventPage> &page) {
	reading_ = false;
	if (!page.ok()) {
		source_.try_again_later();
		return;
	}
	page_ = page.value();
	position_ = 0;
	if (sent_ > page_.newest) {
		// The cursor is ahead of the log: it belongs to another log, or this one was restored from
		// a copy.
		sent_ = EventId();
		page_ = EventPage();
		page_.more = true;
		send_gap(GapReason::other_log);
	} else if (is_pruned(page_)) {
		sent_ = std::max(sent_, EventId(page_.oldest.number() - 1));
		send_gap(GapReason::pruned);
	}
	since_.reset();
	send_more();
}

void EventStream::send_gap(GapReason reason, std::size_t missed) {
	sink_.send_notice(gap_message(reason, sent_, missed),
			source_.has_log() ? std::optional<EventId>(sent_) : std::nullopt);
}

} // namespace agent_runtime
