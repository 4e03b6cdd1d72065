#include "core/gateway/event_message.h"

#include "core/base/version.h"
#include "core/log/event_text.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

std::string to_text(const json &message) {
	return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

OutEvent out_event(const PublishedEvent &event) {
	return { .id = event.id,
		.type = std::string(event_type(event.event)),
		.entity = event.event.subject.to_string(),
		.text = event_text(event) };
}

OutEvent out_event(const StoredEvent &row) {
	return { .id = row.id, .type = row.type, .entity = row.entity, .text = event_text(row) };
}

OutPage out_page(const EventPage &page) {
	OutPage out{ .cursor = page.cursor,
		.more = page.more,
		.gap = page.gap,
		.oldest = page.oldest,
		.newest = page.newest };
	out.events.reserve(page.events.size());
	for (const StoredEvent &row : page.events) {
		out.events.push_back(out_event(row));
	}
	return out;
}

std::string_view gap_reason_name(GapReason reason) {
	switch (reason) {
		case GapReason::slow:
			return "slow";
		case GapReason::pruned:
			return "pruned";
		case GapReason::other_log:
			return "other_log";
		case GapReason::not_stored:
			return "not_stored";
	}
	return "not_stored";
}

json gap_message(GapReason reason, EventId cursor, std::size_t missed) {
	json message{ { "type", "gap" }, { "reason", gap_reason_name(reason) },
		{ "cursor", cursor.number() } };
	if (missed > 0) {
		message["missed"] = missed;
	}
	return message;
}

json hello_message(const std::string &epoch, EventId cursor) {
	json message{ { "type", "hello" }, { "version", library_version() },
		{ "cursor", cursor.number() } };
	if (!epoch.empty()) {
		message["epoch"] = epoch;
	}
	return message;
}

} // namespace agent_runtime
