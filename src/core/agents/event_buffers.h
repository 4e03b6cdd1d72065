#pragma once

#include "core/base/mutex.h"
#include "core/log/event.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace agent_runtime {

// Memory of the events of past steps, for reuse. When a crowd hears something, the system takes
// longer to provide fresh memory than the step takes to fill it.
// Shared by the outputs of all steps, which own it together. Thread rule: any thread.
class EventBuffers {
public:
	static constexpr std::size_t MOST = 16;
	static constexpr std::size_t MOST_EVENTS = 4096; // in one buffer; larger ones are freed

	// Returns an empty one, with capacity if a used one is there.
	std::vector<Event> take() {
		const Lock lock(mutex_);
		if (free_.empty()) {
			return {};
		}
		std::vector<Event> events = std::move(free_.back());
		free_.pop_back();
		return events;
	}
	void give_back(std::vector<Event> events) {
		if (events.capacity() == 0 || events.capacity() > MOST_EVENTS) {
			return;
		}
		events.clear();
		const Lock lock(mutex_);
		if (free_.size() < MOST) {
			free_.push_back(std::move(events));
		}
	}

private:
	Mutex mutex_;
	std::vector<std::vector<Event>> free_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
