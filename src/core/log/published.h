#pragma once

// Events on their way out: batches that are made once and shared by everybody who shows them.

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/log/event.h"

#include <memory>
#include <vector>

namespace agent_runtime {

struct PublishedEvent {
	EventId id; // not stored: the disk failed, and the event is in no log
	WallTime ts;
	Event event;
	// The step that made it; none for events read from the log or from other processes.
	StepNumber step = {};
};

using PublishedBatch = std::shared_ptr<const std::vector<PublishedEvent>>;

// Receives every event, in the order of their ids.
// Thread rule: publish() is called on the writer's thread (without a store on the sim thread) and
// must not block. Subscribers outlive the publisher.
class EventSubscriber {
public:
	virtual ~EventSubscriber() = default;
	virtual void publish(const PublishedBatch &batch) = 0;
};

// Passes each batch to all subscribers. They are added before anything runs, and stay.
class EventFanout : public EventSubscriber {
public:
	void add(EventSubscriber &subscriber) { subscribers_.push_back(&subscriber); }
	void publish(const PublishedBatch &batch) override {
		for (EventSubscriber *subscriber : subscribers_) {
			subscriber->publish(batch);
		}
	}

private:
	std::vector<EventSubscriber *> subscribers_;
};

} // namespace agent_runtime
