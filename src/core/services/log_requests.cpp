#include "core/services/log_requests.h"

#include "core/gateway/stream_start.h"
#include "core/log/event_json.h"
#include "core/requests/request_table.h"
#include "core/store/read.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

EventsReply reply_with(const EventPage &page) {
	EventsReply reply{
		.events = json::array(), .cursor = page.cursor.number(), .more = page.more, .gap = page.gap
	};
	for (const StoredEvent &row : page.events) {
		reply.events.push_back(event_to_message(row));
	}
	return reply;
}

} // namespace

void LogRequests::read_page(
		EventFilter filter, const std::function<void(const Result<EventPage> &)> &done) {
	const Status asked = read<EventPage>(
			store_.reader(),
			[filter = std::move(filter)](
					Database &database) { return read_events(database, filter); },
			done);
	if (!asked.ok()) {
		done(asked);
	}
}

Status LogRequests::answer(const EventsRequest &request, RequestId number) {
	if (!store_.has_file()) {
		return Status(StatusCode::failed_precondition,
				"what is asked for lies in the database, and this runtime has none");
	}
	EventFilter filter;
	filter.after = request.since.after;
	filter.since = request.since.since;
	filter.entity = request.entity;
	filter.types = request.types;
	filter.limit = request.limit;
	read_page(filter, [this, number, after = filter.after](const Result<EventPage> &page) {
		const Status status = page.ok() && after > page.value().newest
				? cursor_beyond("since", page.value().newest).to_status()
				: page.status();
		complete<EventsReply>(
				requests_, number, status.ok() ? Result(reply_with(page.value())) : status);
	});
	return Status();
}

} // namespace agent_runtime
