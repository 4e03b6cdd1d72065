#include "core/gateway/event_message.h"

#include "core/base/time.h"
#include "core/base/version.h"
#include "core/log/event_json.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

std::string to_text(const json &message) {
	return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

OutEvent out_event(const PublishedEvent &event) {
	json message = event_to_message(event.event);
	message["ts"] = to_iso8601(event.ts);
	if (event.id.is_stored()) {
		message["id"] = event.id.number();
	} else {
		message["stored"] = false;
	}
	return { event.id, std::string(event_type(event.event)), event.event.subject.to_string(),
		to_text(message) };
}

OutEvent out_event(const StoredEvent &row) {
	return { row.id, row.type, row.entity, to_text(event_to_message(row)) };
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
