#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/idle_task.h"
#include "core/store/table_sweeps.h"

#include <cstdint>
#include <optional>

namespace agent_runtime {

// What makes a row of a table go that grows with the agents; the first that applies.
struct RowLimits {
	std::optional<Micros> max_age = {};
	std::optional<std::int64_t> max_rows = {}; // so many of the newest stay
	std::optional<std::int64_t> max_per_agent = {}; // and so many of each agent
};

// What makes an event go; the first that applies. And what else the file does not keep for ever.
struct RetentionPolicy {
	std::optional<Micros> max_age{ std::chrono::hours(24 * 30) };
	std::optional<std::int64_t> max_events{ 1'000'000 };
	// Of the whole file, without its -wal: before it is reached, the oldest rows of all go. Unless
	// one is set, a file keeps the bound that was usual when it was made, which is this for a new
	// one.
	static constexpr std::int64_t USUAL_BYTES = 200'000'000;
	static constexpr std::int64_t AS_IT_WAS_MADE = -1;
	std::optional<std::int64_t> max_bytes{ AS_IT_WAS_MADE };
	std::int64_t keep_events = 1000; // the newest ones stay whatever the others say
	// Lines that agents remember; pinned ones stay, and of each agent the newest five.
	RowLimits lines = { .max_per_agent = 10'000 };
	// Rows of the history of states that are no events; the others go with their events.
	RowLimits states = { .max_age = std::chrono::hours(24 * 30) };
	std::optional<Micros> max_task_age{ std::chrono::hours(24 * 365) }; // since it was done
	std::optional<Micros> max_talk_age{ std::chrono::hours(24 * 365) }; // since it was over
};

// Removes old events from the log in small pieces, and gives pages that became free back to the
// disk. `meta` keeps where the log begins, so that a reader with an older cursor hears of the gap.
// So do old rows of the tables that grow with the agents; when the file becomes too large, the
// oldest of all go first, whether they are events or others.
// Owned by the Writer; the clock outlives it. Thread rule: worker only (the writer's).
class Retention : public IdleTask {
public:
	Retention(const RetentionPolicy &policy, const Clock &clock);

	Result<bool> run(Database &database) override;
	// A limit is a promise: what is beyond it goes however much is being written.
	bool is_urgent() const override { return is_beyond_; }

private:
	Result<bool> run_piece(Database &database);
	Result<bool> remove_old_events(Database &database);
	Result<bool> remove_old_rows(Database &database);
	Result<bool> remove_oldest(Database &database);
	Result<bool> is_too_large(Database &database) const;
	Result<std::int64_t> most_bytes(Database &database) const;
	Result<std::int64_t> last_removable(Database &database) const;
	Result<std::int64_t> last_to_remove(Database &database) const;
	Result<bool> remove_events(Database &database, std::int64_t last);
	Result<bool> shrink(Database &database);
	Result<std::int64_t> free_pages_left(Database &database) const;

	const RetentionPolicy policy_;
	const Clock &clock_;
	bool is_beyond_ = false; // something was removed just now
	LineSweep lines_;
	HistorySweep states_;
	TaskSweep tasks_;
	TalkSweep talks_;
	AgentSweep agents_;
};

} // namespace agent_runtime
