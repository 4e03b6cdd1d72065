#pragma once

#include "core/base/time.h"
#include "core/store/retention.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace agent_runtime {

// When rows of each kind go from a game's file; the first limit that applies counts.
// Thread rule: immutable.
struct RetentionPolicy {
	std::optional<Micros> max_age{ std::chrono::hours(24 * 30) }; // for events
	std::optional<std::int64_t> max_events{ 1'000'000 };
	std::optional<std::int64_t> max_bytes{ RetentionPlan::AS_IT_WAS_MADE };
	std::int64_t keep_events = 1000; // the newest ones stay, whatever the other limits are
	// Lines that agents remember. Pinned lines and the newest five of each agent stay.
	RowLimits lines = { .max_per_owner = 10'000 };
	// Rows of the history of states that are not events; the others go with their events.
	RowLimits states = { .max_age = std::chrono::hours(24 * 30) };
	std::optional<Micros> max_task_age{ std::chrono::hours(24 * 365) }; // after it was done
	std::optional<Micros> max_talk_age{ std::chrono::hours(24 * 365) }; // after it was over

	RetentionPlan plan() const;
};

} // namespace agent_runtime
