#include "core/log/publication.h"

#include "core/base/counted.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace agent_runtime {

void Publication::publish_stored(std::span<const Event> events, std::span<const EventId> ids) {
	const Sent before = std::exchange(sent_, Sent::everything);
	if (before == Sent::everything) {
		return;
	}
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	batch->reserve(events.size());
	for (std::size_t i = 0; i < events.size(); i++) {
		if (before == Sent::nothing || waits_for_storage(events[i])) {
			batch->push_back({ ids[i], now_, events[i], step_ });
		}
	}
	if (!batch->empty()) {
		fanout_.publish(batch);
	}
}

void Publication::publish_unstored(std::span<const Event> events) {
	if (sent_ != Sent::nothing) {
		return;
	}
	sent_ = Sent::what_need_not_wait;
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	batch->reserve(events.size());
	for (const Event &event : events) {
		if (!waits_for_storage(event)) {
			batch->push_back({ EventId(), now_, event, step_ });
		}
	}
	if (!batch->empty()) {
		fanout_.publish(batch);
	}
}

std::size_t Publication::waiting(std::span<const Event> events) const {
	if (sent_ != Sent::what_need_not_wait) {
		return sent_ == Sent::nothing ? events.size() : 0;
	}
	return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), waits_for_storage));
}

bool Publication::any_waits(std::span<const Event> events) const {
	return sent_ != Sent::everything &&
			std::any_of(events.begin(), events.end(), waits_for_storage);
}

PublishedBatch published_unstored(std::vector<Event> &&events, WallTime now, StepNumber step) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	batch->reserve(events.size());
	for (Event &event : events) {
		if (!waits_for_storage(event)) {
			batch->push_back({ EventId(), now, std::move(event), step });
		}
	}
	return batch;
}

void log_unsent(const Logger &log, std::size_t events, const Status &reason) {
	if (events > 0) {
		log.error(counted(events, "event") +
				" that must be stored could not be, and nobody was told: " + reason.message());
	}
}

} // namespace agent_runtime
