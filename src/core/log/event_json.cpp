#include "core/log/event_json.h"

#include "core/base/time.h"

#include <nlohmann/json.hpp>

namespace agent_runtime {

using nlohmann::json;

json event_data_to_json(const Event &event) {
	json data = json::object();
	event.data.form().write(event.data.address(), data);
	return data;
}

void add_subject(json &message, const Subject &subject, const TraceId &trace) {
	if (!subject.is_none()) {
		message[subject.participant().is_none() ? "entity" : "agent_id"] = subject.to_string();
	}
	if (!trace.is_none()) {
		message["trace_id"] = trace.to_string();
	}
}

json event_to_message(const Event &event) {
	json message = event_data_to_json(event);
	message["type"] = event_type(event);
	add_subject(message, event.subject, event.trace);
	return message;
}

json event_to_message(const StoredEvent &row) {
	json message = json::parse(row.data, nullptr, false);
	if (!message.is_object()) {
		message = json::object();
	}
	message["type"] = row.type;
	message["id"] = row.id.number();
	message["ts"] = to_iso8601(row.ts);
	add_subject(message, Subject::from_log(row.entity),
			TraceId::parse(row.trace_id).value_or(TraceId()));
	return message;
}

Status log_event(Database &database, PublishedEvent &event) {
	const std::string data = event_data_to_json(event.event).dump();
	const std::string subject = event.event.subject.to_string();
	const std::string trace = event.event.trace.to_string();
	const Result<EventId> id =
			append_event(database, { event.ts, event_type(event.event), subject, trace, data });
	event.id = id.value_or(EventId());
	return id.status();
}

} // namespace agent_runtime
