#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/idle_task.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace agent_runtime {

// What makes an event go; the first that applies.
struct RetentionPolicy {
	std::optional<Micros> max_age{ std::chrono::hours(24 * 30) };
	std::optional<std::int64_t> max_events{ 1'000'000 };
	std::optional<std::int64_t> max_bytes{ 1'000'000'000 }; // of the whole file
	std::int64_t keep_events = 1000; // the newest ones stay whatever the others say
};

// Removes old events from the log in small pieces, never beyond the newest baseline, and gives
// pages that became free back to the disk. `meta` keeps where the log begins, so that a reader with
// an older cursor hears of the gap. Baselines but the newest two go too.
// Owned by the Writer; the clock outlives it. Thread rule: worker only (the writer's).
class Retention : public IdleTask {
public:
	// Something could be removed if there were a baseline that contains it. Asked for
	// each baseline that there is, and again when it does not come, on the writer's thread.
	using BaselineWanted = std::function<void()>;

	Retention(const RetentionPolicy &policy, const Clock &clock, BaselineWanted baseline_wanted);

	Result<bool> run(Database &database) override;

private:
	Result<std::int64_t> last_to_remove(Database &database) const;
	Result<std::int64_t> bounded_by_baseline(Database &database, std::int64_t last);
	Result<bool> remove_events(Database &database, std::int64_t last);
	Result<bool> remove_baselines(Database &database);
	Result<bool> shrink(Database &database);

	const RetentionPolicy policy_;
	const Clock &clock_;
	const BaselineWanted baseline_wanted_;
	std::optional<std::int64_t> asked_for_; // the baseline's event when another was asked for
	RealTime asked_at_;
};

} // namespace agent_runtime
