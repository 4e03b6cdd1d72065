#pragma once

// What else than events grows in the file, and how its oldest rows go: the lines that agents
// remember, the history of their states, tasks that are done, conversations that are over, and
// recordings that cannot be replayed any more. Retention says when.

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Which rows go: those that fit one of the two.
struct SweepBounds {
	WallTime before = WallTime::min(); // older ones
	std::int64_t up_to = 0; // this id and lower ones

	bool holds(std::int64_t id, WallTime time) const { return time < before || id <= up_to; }
	static SweepBounds everything() { return { .before = WallTime::max(), .up_to = 0 }; }
};

// One table, from its oldest row on.
// Owned by Retention. Thread rule: worker only (the writer's).
class TableSweep {
public:
	static constexpr std::size_t ROWS_A_PIECE = 100;

	virtual ~TableSweep() = default;

	// When the row was made that would go next; nothing when none can.
	virtual Result<std::optional<WallTime>> oldest(Database &database) = 0;
	// Removes the next rows, as far as they are within the bounds. True when it came forward.
	virtual Result<bool> remove(Database &database, const SweepBounds &bounds) = 0;
};

// state_rows: the history of states, as far as it is no events.
class HistorySweep : public TableSweep {
public:
	Result<std::optional<WallTime>> oldest(Database &database) override;
	Result<bool> remove(Database &database, const SweepBounds &bounds) override;
};

// agent_tasks: those that are completed or failed, by when that was.
class TaskSweep : public TableSweep {
public:
	Result<std::optional<WallTime>> oldest(Database &database) override;
	Result<bool> remove(Database &database, const SweepBounds &bounds) override;
};

// auto_conversations that are over, each with all that was said in it, by when they ended.
class TalkSweep : public TableSweep {
public:
	Result<std::optional<WallTime>> oldest(Database &database) override;
	Result<bool> remove(Database &database, const SweepBounds &bounds) override;
};

// agent_conversations, with the search index. Pinned lines, each agent's newest lines and its
// newest summary stay, so that the sweep goes by them; it begins anew after a while.
class LineSweep : public TableSweep {
public:
	static constexpr std::int64_t NEWEST_KEPT = 5; // of each agent: what its mind is shown

	explicit LineSweep(const Clock &clock) :
			clock_(clock) {}

	Result<std::optional<WallTime>> oldest(Database &database) override;
	Result<bool> remove(Database &database, const SweepBounds &bounds) override;

private:
	struct Line {
		std::int64_t id = 0;
		std::string agent;
		bool pinned = false;
		bool is_summary = false;
	};

	void begin_anew_in_time();
	Result<std::vector<Line>> next_lines(Database &database, const SweepBounds &bounds) const;

	const Clock &clock_;
	std::int64_t cursor_ = 0; // all up to here was looked at
	RealTime begun_;
};

// Lines and states of one agent after the other, beyond its newest ones.
// Owned by Retention. Thread rule: worker only (the writer's).
class AgentSweep {
public:
	struct Limits {
		std::optional<std::int64_t> lines;
		std::optional<std::int64_t> states;
	};

	AgentSweep(const Limits &limits, const Clock &clock) :
			limits_(limits),
			clock_(clock) {}

	// True when there is more to do now.
	Result<bool> run(Database &database);

private:
	Result<bool> trim(Database &database, const std::string &agent);

	const Limits limits_;
	const Clock &clock_;
	std::int64_t cursor_ = 0; // the number of the last agent that was looked at
	std::optional<RealTime> next_round_; // none: one is on
};

// Removes a piece of the inputs and steps of a recording whose first events are pruned. True when
// there was something.
Result<bool> remove_lost_recording(Database &database);

} // namespace agent_runtime
