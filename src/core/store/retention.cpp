#include "core/store/retention.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

// One part in this many of the allowed size: rows begin to go when only that is left, and free
// pages may take half of it.
constexpr std::int64_t SHARE_LEFT_FREE = 16;
constexpr std::int64_t BYTES_A_PAGE = 4096;

constexpr std::int64_t PAGES_A_PIECE = 64;
// Fewer free pages than this will soon be used again.
constexpr std::int64_t FREE_PAGES_LEFT = 256;

Result<std::int64_t> bytes_in_use(Database &database) {
	const Result<std::int64_t> pages = database.integer("PRAGMA page_count", 0);
	const Result<std::int64_t> unused = database.integer("PRAGMA freelist_count", 0);
	const Result<std::int64_t> size = database.integer("PRAGMA page_size", 0);
	if (Status failed = first_failure(pages, unused, size); !failed.ok()) {
		return failed;
	}
	return (pages.value() - unused.value()) * size.value();
}

} // namespace

Retention::Retention(Schema schema, RetentionPlan plan, const Clock &clock) :
		schema_(schema),
		max_bytes_(plan.max_bytes) {
	for (const RoomTables *const room : schema) {
		for (const TableRow &table : room->tables) {
			if (table.sweep != nullptr) {
				const std::string name(table.name);
				sweeps_.emplace_back(name, *table.sweep, plan.tables[name], clock);
			}
		}
	}
}

Result<bool> Retention::run(Database &database) {
	Result<bool> more = run_piece(database);
	is_beyond_ = more.ok() && more.value();
	return more;
}

Result<bool> Retention::run_piece(Database &database) {
	using Part = Result<bool> (Retention::*)(Database &);
	constexpr Part PARTS[] = { &Retention::remove_old_rows, &Retention::remove_useless,
		&Retention::remove_oldest, &Retention::shrink };
	for (const Part part : PARTS) {
		Result<bool> more = (this->*part)(database);
		if (!more.ok() || more.value()) {
			return more;
		}
	}
	return false;
}

Result<bool> Retention::remove_old_rows(Database &database) {
	for (Sweep &sweep : sweeps_) {
		Result<bool> more = sweep.remove_old(database);
		if (more.ok() && !more.value()) {
			more = sweep.trim_owners(database);
		}
		if (!more.ok() || more.value()) {
			return more;
		}
	}
	return false;
}

Result<bool> Retention::remove_useless(Database &database) {
	for (const RoomTables *const room : schema_) {
		for (const TableRow &table : room->tables) {
			Result<bool> more =
					table.remove_useless != nullptr ? table.remove_useless(database) : false;
			if (!more.ok() || more.value()) {
				return more;
			}
		}
	}
	return false;
}

// Removes a piece of whatever is oldest, while the file is too large.
Result<bool> Retention::remove_oldest(Database &database) {
	Result<bool> too_large = is_too_large(database);
	if (!too_large.ok() || !too_large.value()) {
		return too_large;
	}
	std::vector<std::pair<WallTime, Sweep *>> tables;
	for (Sweep &sweep : sweeps_) {
		const Result<std::optional<WallTime>> oldest = sweep.oldest(database);
		if (!oldest.ok()) {
			return oldest.status();
		}
		if (oldest.value()) {
			tables.emplace_back(*oldest.value(), &sweep);
		}
	}
	std::sort(tables.begin(), tables.end());
	for (const auto &[time, sweep] : tables) {
		Result<bool> removed = sweep->remove_oldest(database);
		if (!removed.ok() || removed.value()) {
			return removed;
		}
	}
	return false;
}

// Acts before the limit is reached, since the file grows until the next piece.
Result<bool> Retention::is_too_large(Database &database) const {
	const Result<std::int64_t> bytes = bytes_in_use(database);
	const Result<std::int64_t> most = most_bytes(database);
	if (Status failed = first_failure(bytes, most); !failed.ok()) {
		return failed;
	}
	return bytes.value() > most.value() - most.value() / SHARE_LEFT_FREE;
}

Result<std::int64_t> Retention::most_bytes(Database &database) const {
	if (max_bytes_ != RetentionPlan::AS_IT_WAS_MADE) {
		return max_bytes_.value_or(std::numeric_limits<std::int64_t>::max());
	}
	const Result<std::int64_t> most =
			database.integer("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'max_bytes'", 0);
	const bool is_nonsense = most.ok() && most.value() <= 0; // a text gives 0
	return is_nonsense ? Result(RetentionPlan::USUAL_BYTES) : most;
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
	if (Status failed = first_failure(unused, left); !failed.ok()) {
		return failed;
	}
	if (unused.value() <= left.value()) {
		return false;
	}
	Status status =
			database.exec("PRAGMA incremental_vacuum(" + std::to_string(PAGES_A_PIECE) + ")");
	return status.ok() ? Result(true) : status;
}

} // namespace agent_runtime
