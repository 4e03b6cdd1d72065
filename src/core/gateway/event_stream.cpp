#include "core/gateway/event_stream.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

EventStream::EventStream(StreamStart start, Sink &sink, Source &source, std::size_t page_size) :
		start_(std::move(start)),
		sink_(sink),
		source_(source),
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
	source_.greets() ? read_greeting() : begin();
	sink_.send_waiting();
}

void EventStream::read_greeting() {
	greeting_ = Greeting::asked;
	source_.read_greeting(shared_from_this(), greeted_to_);
}

void EventStream::greeted(const Result<GreetingPage> &page) {
	if (!page.ok()) {
		greeting_ = Greeting::failed;
		source_.try_again_later();
		return;
	}
	for (const nlohmann::json &message : page.value().messages) {
		const std::string entity = message.value("entity", message.value("agent_id", ""));
		if (wants(entity, message.value("type", ""))) {
			sink_.send_notice(message, std::nullopt);
		}
	}
	if (page.value().next) {
		greeting_ = Greeting::begun;
		greeted_to_ = *page.value().next;
		send_more();
	} else {
		greeting_ = Greeting::over;
		begin();
	}
	sink_.send_waiting();
}

void EventStream::begin() {
	if (!start_.from_now && !source_.has_log()) {
		live_ = true;
		send_gap(GapReason::not_stored);
		return;
	}
	if (start_.other_log) {
		send_gap(GapReason::other_log);
	}
	// What has happened since hello is in the log.
	if (start_.from_now && (!source_.has_log() || sent_ >= source_.newest())) {
		go_live();
	} else {
		send_more();
	}
}

void EventStream::receive(const LiveEvents &live) {
	if (!live_) {
		missed_ += live.not_stored;
		return;
	}
	if (live.incomplete) {
		missed_ += live.not_stored;
		fall_behind();
		sink_.send_waiting();
		return;
	}
	for (const OutEvent &event : live.events) {
		if (!live_) {
			missed_ += event.id.is_stored() ? 0 : 1;
			continue;
		}
		if (event.id.is_stored() && event.id <= sent_) {
			continue; // it has already come with a page of the log
		}
		if (is_full()) {
			sink_.send_waiting(); // a quick client has only not been sent all of these yet
		}
		if (is_full()) {
			missed_ += event.id.is_stored() ? 0 : 1;
			fall_behind();
		} else {
			deliver(event);
		}
	}
	sink_.send_waiting();
}

bool EventStream::wants(const std::string &entity, const std::string &type) const {
	const bool is_about_it = start_.entity.empty() || entity == start_.entity;
	return is_about_it &&
			(start_.types.empty() ||
					std::find(start_.types.begin(), start_.types.end(), type) !=
							start_.types.end());
}

void EventStream::deliver(const OutEvent &event) {
	if (wants(event.entity, event.type)) {
		sink_.send_event(event);
	}
	sent_ = std::max(sent_, event.id);
}

void EventStream::fall_behind() {
	live_ = false;
	page_ = OutPage();
	page_.more = true;
	position_ = 0;
	send_gap(GapReason::slow);
	// The stream is behind for another reason than the client, so nothing else would make it go on.
	if (!is_full()) {
		send_more();
	}
}

void EventStream::go_live() {
	live_ = true;
	page_ = OutPage();
	position_ = 0;
	if (missed_ > 0) {
		send_gap(GapReason::not_stored, std::exchange(missed_, 0));
	}
}

// False when the client must first take what waits for it.
bool EventStream::send_page() {
	while (position_ < page_.events.size()) {
		if (is_full()) {
			return false;
		}
		deliver(page_.events[position_++]);
	}
	sent_ = std::max(sent_, page_.cursor);
	return true;
}

void EventStream::send_more() {
	if (greeting_ == Greeting::begun && has_space()) {
		read_greeting();
	}
	if (live_ || reading_ || greeting_ != Greeting::over || !send_page()) {
		return;
	}
	if (source_.has_log() && !page_.more && sent_ >= source_.newest()) {
		go_live();
		return;
	}
	if (!has_space()) {
		return;
	}
	if (!source_.has_log()) {
		go_live();
		return;
	}
	EventFilter filter;
	filter.after = sent_;
	filter.since = since_;
	filter.entity = start_.entity;
	filter.types = start_.types;
	filter.limit = page_size_;
	reading_ = true;
	source_.read_page(shared_from_this(), std::move(filter));
}

void EventStream::try_again() {
	if (greeting_ == Greeting::failed) {
		read_greeting();
		return;
	}
	send_more();
	sink_.send_waiting();
}

bool EventStream::is_pruned() const {
	if (!since_) {
		return page_.gap;
	}
	// Pruned events may have been later than the date, unless the page begins after the oldest row.
	return page_.oldest > EventId(1) && !page_.events.empty() &&
			page_.events.front().id == page_.oldest;
}

void EventStream::page_read(Result<OutPage> page) {
	reading_ = false;
	if (!page.ok()) {
		source_.try_again_later();
		return;
	}
	page_ = std::move(page).value();
	position_ = 0;
	if (sent_ > page_.newest) {
		// The cursor is ahead of the log: it belongs to another log, or this one was restored from
		// a copy.
		sent_ = EventId();
		page_ = OutPage();
		page_.more = true;
		send_gap(GapReason::other_log);
	} else if (is_pruned()) {
		sent_ = std::max(sent_, EventId(page_.oldest.number() - 1));
		send_gap(GapReason::pruned);
	}
	since_.reset();
	send_more();
	sink_.send_waiting();
}

void EventStream::send_gap(GapReason reason, std::size_t missed) {
	sink_.send_notice(gap_message(reason, sent_, missed),
			source_.has_log() ? std::optional<EventId>(sent_) : std::nullopt);
}

} // namespace agent_runtime
