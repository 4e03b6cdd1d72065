#include "core/store/retention.h"

#include "core/store/event_log.h"
#include "core/store/transaction.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

// This part of the size that is allowed: where rows begin to go, and what pages that became free
// may take half of.
constexpr std::int64_t SHARE_LEFT_FREE = 16;
constexpr std::int64_t BYTES_A_PAGE = 4096;

constexpr std::int64_t EVENTS_A_PIECE = 300;
constexpr std::int64_t PAGES_A_PIECE = 64;
// Fewer free pages than this are soon used again.
constexpr std::int64_t FREE_PAGES_LEFT = 256;

Result<std::int64_t> first_id(Database &database) {
	return database.integer("SELECT min(id) FROM event_rows", 0);
}

// The last of the next piece's rows that is older, or 0. Rows go in order of id, so one that is
// younger holds up those behind it, as it should: the log has no holes.
Result<std::int64_t> last_older_than(Database &database, WallTime limit) {
	Query rows(database, "SELECT id, ts FROM event_rows ORDER BY id LIMIT ?1", EVENTS_A_PIECE);
	std::int64_t last = 0;
	while (rows.next() && rows.integer(1) < limit.time_since_epoch().count()) {
		last = rows.integer(0);
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return last;
}

Result<std::int64_t> bytes_in_use(Database &database) {
	const Result<std::int64_t> pages = database.integer("PRAGMA page_count", 0);
	const Result<std::int64_t> unused = database.integer("PRAGMA freelist_count", 0);
	const Result<std::int64_t> size = database.integer("PRAGMA page_size", 0);
	for (const Status &status : { pages.status(), unused.status(), size.status() }) {
		if (!status.ok()) {
			return status;
		}
	}
	return (pages.value() - unused.value()) * size.value();
}

} // namespace

Retention::Retention(const RetentionPolicy &policy, const Clock &clock) :
		policy_(policy),
		clock_(clock),
		lines_(clock),
		agents_({ policy.lines.max_per_agent, policy.states.max_per_agent }, clock) {}

Result<bool> Retention::run(Database &database) {
	Result<bool> more = run_piece(database);
	is_beyond_ = more.ok() && more.value();
	return more;
}

Result<bool> Retention::run_piece(Database &database) {
	Result<bool> more = remove_old_events(database);
	if (more.ok() && !more.value()) {
		more = remove_old_rows(database);
	}
	if (more.ok() && !more.value()) {
		more = remove_lost_recording(database);
	}
	if (more.ok() && !more.value()) {
		more = remove_oldest(database);
	}
	return more.ok() && !more.value() ? shrink(database) : more;
}

Result<bool> Retention::remove_old_events(Database &database) {
	const Result<std::int64_t> wanted = last_to_remove(database);
	if (!wanted.ok()) {
		return wanted.status();
	}
	return wanted.value() > 0 ? remove_events(database, wanted.value()) : Result<bool>(false);
}

Result<bool> Retention::remove_old_rows(Database &database) {
	const WallTime now = clock_.wall_now();
	const auto bounds_of = [&](const RowLimits &limits, const Result<std::int64_t> &newest) {
		SweepBounds bounds;
		bounds.before = limits.max_age ? now - *limits.max_age : bounds.before;
		bounds.up_to = limits.max_rows ? newest.value_or(0) - *limits.max_rows : bounds.up_to;
		return bounds;
	};
	const Result<std::int64_t> line =
			database.integer("SELECT max(id) FROM agent_conversations", 0);
	const Result<std::int64_t> state = database.integer("SELECT max(id) FROM state_rows", 0);
	if (!line.ok() || !state.ok()) {
		return line.ok() ? state.status() : line.status();
	}
	Result<bool> more = lines_.remove(database, bounds_of(policy_.lines, line));
	if (more.ok() && !more.value()) {
		more = states_.remove(database, bounds_of(policy_.states, state));
	}
	if (more.ok() && !more.value()) {
		more = tasks_.remove(
				database, bounds_of({ .max_age = policy_.max_task_age }, std::int64_t{ 0 }));
	}
	if (more.ok() && !more.value()) {
		more = talks_.remove(
				database, bounds_of({ .max_age = policy_.max_talk_age }, std::int64_t{ 0 }));
	}
	return more.ok() && !more.value() ? agents_.run(database) : more;
}

// A piece of whatever is the oldest, while the file is too large.
Result<bool> Retention::remove_oldest(Database &database) {
	Result<bool> too_large = is_too_large(database);
	if (!too_large.ok() || !too_large.value()) {
		return too_large;
	}
	std::vector<std::pair<WallTime, TableSweep *>> tables; // null: the events
	for (TableSweep *const table :
			std::initializer_list<TableSweep *>{ &lines_, &states_, &tasks_, &talks_ }) {
		const Result<std::optional<WallTime>> oldest = table->oldest(database);
		if (!oldest.ok()) {
			return oldest.status();
		}
		if (oldest.value()) {
			tables.emplace_back(*oldest.value(), table);
		}
	}
	const Result<std::int64_t> last = last_removable(database);
	const Result<std::int64_t> event =
			database.integer("SELECT ts FROM event_rows ORDER BY id LIMIT 1", 0);
	if (!last.ok() || !event.ok()) {
		return last.ok() ? event.status() : last.status();
	}
	if (last.value() > 0) {
		tables.emplace_back(WallTime(Micros(event.value())), nullptr);
	}
	std::sort(tables.begin(), tables.end());
	for (const auto &[time, table] : tables) {
		Result<bool> removed = table == nullptr
				? remove_events(database, last.value())
				: table->remove(database, SweepBounds::everything());
		if (!removed.ok() || removed.value()) {
			return removed;
		}
	}
	return false;
}

// Before the limit is reached: the file grows until the next piece.
Result<bool> Retention::is_too_large(Database &database) const {
	const Result<std::int64_t> bytes = bytes_in_use(database);
	const Result<std::int64_t> most = most_bytes(database);
	if (!bytes.ok() || !most.ok()) {
		return bytes.ok() ? most.status() : bytes.status();
	}
	return bytes.value() > most.value() - most.value() / SHARE_LEFT_FREE;
}

Result<std::int64_t> Retention::most_bytes(Database &database) const {
	if (policy_.max_bytes != RetentionPolicy::AS_IT_WAS_MADE) {
		return policy_.max_bytes.value_or(std::numeric_limits<std::int64_t>::max());
	}
	const Result<std::int64_t> most =
			database.integer("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'max_bytes'", 0);
	const bool is_nonsense = most.ok() && most.value() <= 0; // of a text it is 0
	return is_nonsense ? Result(RetentionPolicy::USUAL_BYTES) : most;
}

// The last of the next piece's events that may go at all, or 0.
Result<std::int64_t> Retention::last_removable(Database &database) const {
	const Result<std::int64_t> first = first_id(database);
	const Result<EventId> newest = newest_event_id(database);
	if (!first.ok() || !newest.ok()) {
		return first.ok() ? newest.status() : first.status();
	}
	const std::int64_t bound = newest.value().number() - policy_.keep_events;
	if (first.value() == 0 || bound < first.value()) {
		return 0;
	}
	return std::min(bound, first.value() + EVENTS_A_PIECE - 1);
}

// The last of the next piece's events that are too many or too old, or 0.
Result<std::int64_t> Retention::last_to_remove(Database &database) const {
	Result<std::int64_t> removable = last_removable(database);
	if (!removable.ok() || removable.value() == 0) {
		return removable;
	}
	const Result<std::int64_t> first = first_id(database);
	const Result<EventId> newest = newest_event_id(database);
	if (!first.ok() || !newest.ok()) {
		return first.ok() ? newest.status() : first.status();
	}
	std::int64_t last = 0;
	if (policy_.max_events) {
		last = std::max(last, newest.value().number() - *policy_.max_events);
	}
	if (policy_.max_age) {
		Result<std::int64_t> old = last_older_than(database, clock_.wall_now() - *policy_.max_age);
		if (!old.ok()) {
			return old;
		}
		last = std::max(last, old.value());
	}
	last = std::min(last, removable.value());
	return last < first.value() ? 0 : last;
}

Result<bool> Retention::remove_events(Database &database, std::int64_t last) {
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		return transaction.status();
	}
	Status status = agent_runtime::remove_events(database, last);
	if (status.ok()) {
		status = transaction.value().commit();
	}
	if (!status.ok()) {
		return status;
	}
	return true;
}

Result<std::int64_t> Retention::free_pages_left(Database &database) const {
	const Result<std::int64_t> most = most_bytes(database);
	return most.ok()
			? Result(std::min(FREE_PAGES_LEFT, most.value() / SHARE_LEFT_FREE / 2 / BYTES_A_PAGE))
			: most;
}

Result<bool> Retention::shrink(Database &database) {
	const Result<std::int64_t> unused = database.integer("PRAGMA freelist_count", 0);
	const Result<std::int64_t> left = free_pages_left(database);
	if (!unused.ok() || !left.ok()) {
		return unused.ok() ? left.status() : unused.status();
	}
	if (unused.value() <= left.value()) {
		return false;
	}
	const Status status =
			database.exec("PRAGMA incremental_vacuum(" + std::to_string(PAGES_A_PIECE) + ")");
	if (!status.ok()) {
		return status;
	}
	return true;
}

} // namespace agent_runtime
