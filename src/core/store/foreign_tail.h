#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/event_log.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace agent_runtime {

// Notices events that other processes have written. The writer tells it which ids are its own; all
// others up to a point are foreign, and are handed over in order of id, in pages.
// Owned by Writer. Thread rule: worker only (the writer's).
class ForeignTail {
public:
	using Callback = std::function<void(const std::vector<StoredEvent> &events)>;

	// From now on: what the log holds already is nobody's news.
	Status start(Database &database, Callback callback);
	bool is_wanted() const { return static_cast<bool>(callback_); }

	// Hands over what is newer than the last call's, up to `upto`.
	Status hand_over(Database &database, EventId upto);
	// The same for all that there is, when another connection has written at all.
	Status poll(Database &database);
	// The events up to here were our own.
	void skip_to(EventId own) { seen_ = own > seen_ ? own : seen_; }

	std::uint64_t count() const { return count_; }

private:
	Callback callback_;
	EventId seen_;
	std::int64_t data_version_ = 0;
	std::uint64_t count_ = 0;
};

} // namespace agent_runtime
