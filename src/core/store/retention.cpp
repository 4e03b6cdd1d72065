#include "core/store/retention.h"

#include "core/store/event_log.h"
#include "core/store/snapshots.h"
#include "core/store/transaction.h"

#include <algorithm>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

// A baseline that was asked for and has not come by then is asked for again.
constexpr Micros PATIENCE = std::chrono::minutes(1);

constexpr std::int64_t EVENTS_A_PIECE = 300;
constexpr std::int64_t PAGES_A_PIECE = 64;
// Fewer free pages than this are soon used again.
constexpr std::int64_t FREE_PAGES_LEFT = 256;

Result<std::int64_t> first_id(Database &database) {
	return database.integer("SELECT min(id) FROM events", 0);
}

// The last of the next piece's rows that is older, or 0. Rows go in order of id, so one that is
// younger holds up those behind it, as it should: the log has no holes.
Result<std::int64_t> last_older_than(Database &database, WallTime limit) {
	Query rows(database, "SELECT id, ts FROM events ORDER BY id LIMIT ?1", EVENTS_A_PIECE);
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

Retention::Retention(
		const RetentionPolicy &policy, const Clock &clock, BaselineWanted baseline_wanted) :
		policy_(policy),
		clock_(clock),
		baseline_wanted_(std::move(baseline_wanted)) {}

Result<bool> Retention::run(Database &database) {
	const Result<std::int64_t> wanted = last_to_remove(database);
	if (!wanted.ok()) {
		return wanted.status();
	}
	if (wanted.value() > 0) {
		const Result<std::int64_t> last = bounded_by_baseline(database, wanted.value());
		if (!last.ok()) {
			return last.status();
		}
		if (last.value() > 0) {
			return remove_events(database, last.value());
		}
	}
	const Result<bool> removed = remove_baselines(database);
	return !removed.ok() || removed.value() ? removed : shrink(database);
}

// 0 when nothing is to go.
Result<std::int64_t> Retention::last_to_remove(Database &database) const {
	const Result<std::int64_t> first = first_id(database);
	const Result<EventId> newest = newest_event_id(database);
	if (!first.ok() || !newest.ok()) {
		return first.ok() ? newest.status() : first.status();
	}
	const std::int64_t bound = newest.value().number() - policy_.keep_events;
	if (first.value() == 0 || bound < first.value()) {
		return 0;
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
	if (policy_.max_bytes) {
		Result<std::int64_t> bytes = bytes_in_use(database);
		if (!bytes.ok()) {
			return bytes;
		}
		last = bytes.value() > *policy_.max_bytes ? bound : last;
	}
	last = std::min({ last, bound, first.value() + EVENTS_A_PIECE - 1 });
	return last < first.value() ? 0 : last;
}

Result<std::int64_t> Retention::bounded_by_baseline(Database &database, std::int64_t last) {
	const Result<std::int64_t> baseline = database.integer(
			"SELECT event_id FROM snapshots WHERE kind = ?1 ORDER BY id DESC LIMIT 1", 0, BASELINE);
	const Result<std::int64_t> first = first_id(database);
	if (!baseline.ok() || !first.ok()) {
		return baseline.ok() ? first : baseline;
	}
	const RealTime now = clock_.now();
	const bool asked = asked_for_ == baseline.value() && now < asked_at_ + PATIENCE;
	if (last > baseline.value() && !asked) {
		asked_for_ = baseline.value();
		asked_at_ = now;
		baseline_wanted_();
	}
	const std::int64_t bounded = std::min(last, baseline.value());
	return bounded < first.value() ? 0 : bounded;
}

Result<bool> Retention::remove_events(Database &database, std::int64_t last) {
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		return transaction.status();
	}
	Status status = database.run("DELETE FROM events WHERE id <= ?1", last);
	if (status.ok()) {
		status = write_meta(database, META_OLDEST_EVENT, std::to_string(last + 1));
	}
	if (status.ok()) {
		status = transaction.value().commit();
	}
	if (!status.ok()) {
		return status;
	}
	return true;
}

// One at a time: each may be large.
Result<bool> Retention::remove_baselines(Database &database) {
	const Result<std::int64_t> oldest = database.integer(
			"SELECT id FROM snapshots WHERE kind = ?1 ORDER BY id DESC LIMIT 1 OFFSET 2", 0,
			BASELINE);
	if (!oldest.ok()) {
		return oldest.status();
	}
	if (oldest.value() == 0) {
		return false;
	}
	const Status status = database.run("DELETE FROM snapshots WHERE id = ?1", oldest.value());
	if (!status.ok()) {
		return status;
	}
	return true;
}

Result<bool> Retention::shrink(Database &database) {
	const Result<std::int64_t> unused = database.integer("PRAGMA freelist_count", 0);
	if (!unused.ok()) {
		return unused.status();
	}
	if (unused.value() <= FREE_PAGES_LEFT) {
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
