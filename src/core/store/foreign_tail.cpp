#include "core/store/foreign_tail.h"

#include <utility>

namespace agent_runtime {

namespace {

// Changes whenever another connection has committed.
Result<std::int64_t> data_version(Database &database) {
	return database.integer("PRAGMA data_version", 0);
}

} // namespace

Status ForeignTail::start(Database &database, Callback callback) {
	callback_ = std::move(callback);
	const Result<std::int64_t> version = data_version(database);
	const Result<EventId> newest = newest_event_id(database);
	if (!version.ok() || !newest.ok()) {
		return version.ok() ? newest.status() : version.status();
	}
	data_version_ = version.value();
	seen_ = newest.value();
	return {};
}

Status ForeignTail::hand_over(Database &database, EventId upto) {
	while (callback_ && seen_ < upto) {
		const Result<EventPage> page = read_events(database, { .after = seen_ });
		if (!page.ok()) {
			return page.status();
		}
		std::vector<StoredEvent> events;
		for (const StoredEvent &event : page.value().events) {
			if (event.id <= upto) {
				events.push_back(event);
			}
		}
		count_ += events.size();
		seen_ = page.value().more ? events.empty() ? upto : events.back().id : upto;
		if (!events.empty()) {
			callback_(events);
		}
	}
	skip_to(upto);
	return {};
}

Status ForeignTail::poll(Database &database) {
	const Result<std::int64_t> version = data_version(database);
	if (!version.ok()) {
		return version.status();
	}
	if (version.value() == data_version_) {
		return {};
	}
	const Result<EventId> newest = newest_event_id(database);
	if (!newest.ok()) {
		return newest.status();
	}
	Status status = hand_over(database, newest.value());
	if (status.ok()) {
		data_version_ = version.value();
	}
	return status;
}

} // namespace agent_runtime
