#include "core/log/foreign_tail.h"

#include <utility>

namespace agent_runtime {

namespace {

// Changes whenever another connection has committed.
Result<std::int64_t> data_version(Database &database) {
	return database.integer("PRAGMA data_version", 0);
}

Status look_up_newest(Database &database, EventId &newest) {
	const Result<EventId> found = newest_event_id(database);
	newest = found.value_or(newest);
	return found.status();
}

} // namespace

Status ForeignTail::start(Database &database) {
	const Result<std::int64_t> version = data_version(database);
	data_version_ = version.value_or(0);
	return version.ok() ? look_up_newest(database, seen_) : version.status();
}

Status ForeignTail::begin_own(Database &database) {
	return look_up_newest(database, before_own_);
}

Status ForeignTail::end_own(Database &database) {
	return look_up_newest(database, after_own_);
}

Status ForeignTail::committed(Database &database) {
	Status status = hand_over(database, before_own_);
	skip_to(after_own_);
	return status;
}

Status ForeignTail::hand_over(Database &database, EventId upto) {
	while (seen_ < upto) {
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
	return {};
}

Status ForeignTail::poll(Database &database) {
	const Result<std::int64_t> version = data_version(database);
	if (!version.ok() || version.value() == data_version_) {
		return version.status();
	}
	const Result<EventId> newest = newest_event_id(database);
	Status status = newest.ok() ? hand_over(database, newest.value()) : newest.status();
	if (status.ok()) {
		data_version_ = version.value();
	}
	return status;
}

} // namespace agent_runtime
