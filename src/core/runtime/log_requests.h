#pragma once

#include "core/requests/request_book.h"
#include "core/store/file_messages.h"
#include "core/store/reader.h"

#include <functional>

namespace agent_runtime {

// Answers the request for the event log, and reads it for those in this process.
// Owned by Runtime. Thread rule: any thread.
class LogRequests {
public:
	using Types = RequestTypes<EventsRequest>;

	// `reader` answers only where there is a file.
	LogRequests(Reader &reader, RequestBook &requests, const bool &stores) :
			reader_(reader),
			requests_(requests),
			stores_(stores) {}

	Status answer(const EventsRequest &request, RequestId number);

	// `done` is called exactly once, also before this returns.
	void read_page(EventFilter filter, const std::function<void(const Result<EventPage> &)> &done);

private:
	Reader &reader_;
	RequestBook &requests_;
	const bool &stores_; // settled before the first request
};

} // namespace agent_runtime
