#pragma once

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/log/published.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace agent_runtime {

// How an operation of the writer publishes its events, each once: after the commit, with their ids.
// When the storage fails they go out at once, without an id, except that those of a type that waits
// for storage (EventNote) wait until they are stored. Owned by the operation. Thread rule: that of
// the operation.
class Publication {
public:
	// `fanout` must outlive it. The events belong to one step, or to none.
	Publication(EventSubscriber &fanout, WallTime now, StepNumber step = {}) :
			fanout_(fanout),
			now_(now),
			step_(step) {}

	// `ids` in the order of the events.
	void publish_stored(std::span<const Event> events, std::span<const EventId> ids);
	void publish_unstored(std::span<const Event> events);
	// How many of those events have not gone out.
	std::size_t waiting(std::span<const Event> events) const;
	// Whether any of them is of a type that waits for storage, and has not gone out.
	bool any_waits(std::span<const Event> events) const;

private:
	enum class Sent : std::uint8_t { nothing, what_need_not_wait, everything };

	EventSubscriber &fanout_;
	const WallTime now_;
	const StepNumber step_;
	Sent sent_ = Sent::nothing;
};

// For a program without storage: leaves out events that must be stored. The caller keeps the memory
// of the list.
PublishedBatch published_unstored(std::vector<Event> &&events, WallTime now, StepNumber step = {});

// Logs how many events will not be stored, and so were never sent.
void log_unsent(const Logger &log, std::size_t events, const Status &reason);

} // namespace agent_runtime
