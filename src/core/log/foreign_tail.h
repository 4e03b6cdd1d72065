#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/log/event_log.h"
#include "core/store/file_tail.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace agent_runtime {

// Publishes the events that other processes have written, in order of id, in pages. They come
// before our own events with higher ids.
// Owned by Writer. Thread rule: worker only (the writer's), after start().
class ForeignTail : public FileTail {
public:
	using Callback = std::function<void(const std::vector<StoredEvent> &events)>;

	explicit ForeignTail(Callback callback) :
			callback_(std::move(callback)) {}

	Status start(Database &database) override;
	Status begin_own(Database &database) override;
	Status end_own(Database &database) override;
	Status committed(Database &database) override;
	Status poll(Database &database) override;
	std::uint64_t count() const override { return count_; }

private:
	Status hand_over(Database &database, EventId upto);
	void skip_to(EventId id) { seen_ = id > seen_ ? id : seen_; }

	const Callback callback_;
	EventId seen_; // all events up to here were published, or are our own
	EventId before_own_; // the newest when our transaction began
	EventId after_own_; // the newest when it ended
	std::int64_t data_version_ = 0;
	std::uint64_t count_ = 0;
};

} // namespace agent_runtime
