#pragma once

#include "core/log/published.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace agent_runtime {

// What a sink has made of an event in advance. Thread rule: immutable; freed on any thread.
class PreparedEvent {
public:
	virtual ~PreparedEvent() = default;
};

// Does part of a sink's work on the thread that publishes, so that the thread that shows events has
// less to do. Thread rule: any thread.
class EventPreparer {
public:
	virtual ~EventPreparer() = default;
	// Null when there is nothing to do in advance.
	virtual std::unique_ptr<PreparedEvent> prepare(const PublishedEvent &event) = 0;
};

// A batch on its way through the pump. Owned by the queue that holds it.
// Thread rule: one thread at a time.
struct EventParcel {
	// An event that is never skipped.
	struct Mark {
		std::uint32_t position = 0;
		std::unique_ptr<PreparedEvent> prepared;
	};

	PublishedBatch batch;
	std::vector<Mark> marks;
	EventId end; // after it was shown, the log has been read up to here
};

} // namespace agent_runtime
