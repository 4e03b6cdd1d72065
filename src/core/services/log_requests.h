#pragma once

#include "core/log/event_log.h"
#include "core/log/log_messages.h"
#include "core/requests/request_book.h"
#include "core/services/shared_store.h"

#include <functional>

namespace agent_runtime {

// Answers the request for the event log, and reads the log for this process. Owned by Services.
// Thread rule: any thread.
class LogRequests {
public:
	using Types = RequestTypes<EventsRequest>;

	LogRequests(SharedStore &store, RequestBook &requests) :
			store_(store),
			requests_(requests) {}

	Status answer(const EventsRequest &request, RequestId number);

	// Calls `done` exactly once, possibly before this returns.
	void read_page(EventFilter filter, const std::function<void(const Result<EventPage> &)> &done);

private:
	SharedStore &store_;
	RequestBook &requests_;
};

} // namespace agent_runtime
