#pragma once

#include "core/log/published.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace agent_runtime {

// What a sink has made of an event before its turn. Thread rule: immutable; freed on any thread.
class PreparedEvent {
public:
	virtual ~PreparedEvent() = default;
};

// Does a part of a sink's work on the thread that publishes, so that the one that shows has less to
// do. Thread rule: any thread.
class EventPreparer {
public:
	virtual ~EventPreparer() = default;
	// Null when there is nothing to be done ahead.
	virtual std::unique_ptr<PreparedEvent> prepare(const PublishedEvent &event) = 0;
};

// A batch on its way through the pump. Owned by the queue it is in.
// Thread rule: one thread at a time.
struct EventParcel {
	// An event that is more than a change of state.
	struct Mark {
		std::uint32_t position = 0;
		std::unique_ptr<PreparedEvent> prepared;
	};

	PublishedBatch batch;
	std::vector<Mark> marks;
	EventId end; // once it is shown, the log has been looked at up to here
};

} // namespace agent_runtime
