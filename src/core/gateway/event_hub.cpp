#include "core/gateway/event_hub.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

std::size_t count_not_stored(const std::vector<PublishedEvent> &events) {
	return static_cast<std::size_t>(std::count_if(events.begin(), events.end(),
			[](const PublishedEvent &event) { return !event.id.is_stored(); }));
}

EventId newest_of(const std::vector<PublishedEvent> &events) {
	EventId newest;
	for (const PublishedEvent &event : events) {
		newest = std::max(newest, event.id);
	}
	return newest;
}

} // namespace

void EventHub::begin(LogPosition place, std::function<void()> try_again_later) {
	place_ = std::move(place);
	try_again_later_ = std::move(try_again_later);
}

void EventHub::publish(const PublishedBatch &batch) {
	if (batch->empty()) {
		return;
	}
	const Lock lock(mutex_);
	inbox_.newest = std::max(inbox_.newest, newest_of(*batch));
	if (inbox_.incomplete || inbox_.events + batch->size() > most_waiting_) {
		inbox_.incomplete = true;
		inbox_.not_stored += count_not_stored(*batch);
	} else {
		inbox_.batches.push_back(batch);
		inbox_.events += batch->size();
	}
	if (!std::exchange(inbox_.posted, true)) {
		// Dropped when the thread has ended, since nobody is left to receive it.
		post_([this] { distribute(); });
	}
}

bool EventHub::somebody_is_live() const {
	return std::any_of(streams_.begin(), streams_.end(),
			[](const std::shared_ptr<EventStream> &stream) { return stream->is_live(); });
}

void EventHub::distribute() {
	Inbox inbox;
	{
		const Lock lock(mutex_);
		inbox = std::exchange(inbox_, Inbox());
	}
	place_.newest = std::max(place_.newest, inbox.newest);
	LiveEvents live;
	live.newest = inbox.newest;
	live.not_stored = inbox.not_stored;
	live.incomplete = inbox.incomplete;
	const bool wanted = !inbox.incomplete && somebody_is_live();
	for (const PublishedBatch &batch : inbox.batches) {
		live.not_stored += count_not_stored(*batch);
		for (std::size_t i = 0; wanted && i < batch->size(); i++) {
			live.events.push_back(out_event((*batch)[i]));
		}
	}
	for (const std::shared_ptr<EventStream> &stream : streams_) {
		stream->receive(live);
	}
}

void EventHub::add(const std::shared_ptr<EventStream> &stream) {
	streams_.push_back(stream);
	stream->start();
}

void EventHub::remove(const EventStream *stream) {
	std::erase_if(streams_,
			[stream](const std::shared_ptr<EventStream> &each) { return each.get() == stream; });
}

void EventHub::try_again() {
	for (const std::shared_ptr<EventStream> &stream : streams_) {
		stream->try_again();
	}
}

// The page is made ready where it was read, so that this thread has little to do for each event.
void EventHub::read_page(const std::shared_ptr<EventStream> &stream, EventFilter filter) {
	const std::weak_ptr<EventStream> waiting = stream;
	host_.read_log(std::move(filter), [post = post_, waiting](const Result<EventPage> &page) {
		const std::shared_ptr<Result<OutPage>> ready = std::make_shared<Result<OutPage>>(
				page.ok() ? Result<OutPage>(out_page(page.value())) : page.status());
		post([waiting, ready] {
			if (const std::shared_ptr<EventStream> reader = waiting.lock()) {
				reader->page_read(std::move(*ready));
			}
		});
	});
}

void EventHub::read_greeting(const std::shared_ptr<EventStream> &stream, std::uint64_t after) {
	const std::weak_ptr<EventStream> waiting = stream;
	host_.greeting()(after, [post = post_, waiting](Result<GreetingPage> page) {
		post([waiting, page = std::move(page)] {
			if (const std::shared_ptr<EventStream> greeted = waiting.lock()) {
				greeted->greeted(page);
			}
		});
	});
}

} // namespace agent_runtime
