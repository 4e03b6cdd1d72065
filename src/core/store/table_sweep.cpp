#include "core/store/table_sweep.h"

#include "core/store/transaction.h"

#include <chrono>
#include <utility>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

// How long to wait before looking again at rows that it left.
constexpr Micros ROUND = std::chrono::minutes(1);
constexpr std::chrono::milliseconds TIME_FOR_OWNERS{ 2 };

std::string condition_of_stay(const TableSweep &row) {
	return row.stays.empty() ? "false" : std::string(row.stays);
}

// Selects id, time and whether it stays, of at most ?1 rows after the row ?2 and up to the row ?3.
std::string next_of(const std::string &table, const TableSweep &row) {
	// If rows are in another order, only the index of that order should find them.
	const std::string id = (row.order == row.id ? "" : "+") + std::string(row.id);
	return "SELECT " + std::string(row.id) + ", " + std::string(row.time) + ", " +
			condition_of_stay(row) + " FROM " + table + " WHERE (" + std::string(row.only) +
			") AND " + id + " > ?2 AND " + id + " <= ?3 ORDER BY " + std::string(row.order) +
			" LIMIT ?1";
}

// Selects the rows of the owner ?1 that come before the ?2 newest, at most ?3 of them.
std::string beyond_of(const std::string &table, const TableSweep &row) {
	const std::string id(row.id);
	const std::string of_owner =
			"SELECT " + id + " FROM " + table + " WHERE " + std::string(row.owner) + " = ?1";
	return of_owner + " AND " + id + " <= (" + of_owner + " ORDER BY " + id +
			" DESC LIMIT 1 OFFSET ?2) AND NOT (" + condition_of_stay(row) + ") ORDER BY " + id +
			" LIMIT ?3";
}

} // namespace

Sweep::Sweep(const std::string &table, const TableSweep &row, const RowLimits &limits,
		const Clock &clock) :
		row_(row),
		limits_(limits),
		clock_(clock),
		newest_("SELECT max(" + std::string(row.id) + ") FROM " + table),
		next_(next_of(table, row)),
		delete_("DELETE FROM " + table + " WHERE " + std::string(row.id) + " = ?1"),
		next_owner_("SELECT min(" + std::string(row.owner) + ") FROM " + table + " WHERE " +
				std::string(row.owner) + " > ?1"),
		beyond_(row.owner.empty() ? std::string() : beyond_of(table, row)) {}

Result<std::int64_t> Sweep::newest(Database &database) const {
	return database.integer(newest_, 0);
}

Result<std::optional<WallTime>> Sweep::oldest(Database &database) {
	const Result<std::int64_t> last = newest(database);
	if (!last.ok()) {
		return last.status();
	}
	Query rows(database, next_, 1, cursor_, last.value() - limits_.keep);
	std::optional<WallTime> time;
	if (rows.next()) {
		time = WallTime(Micros(rows.integer(1)));
	}
	return rows.status().ok() ? Result(time) : rows.status();
}

Result<bool> Sweep::remove_old(Database &database) {
	Bounds bounds;
	if (limits_.max_age) {
		bounds.before = clock_.wall_now() - *limits_.max_age;
	}
	if (limits_.max_rows) {
		const Result<std::int64_t> last = newest(database);
		if (!last.ok()) {
			return last.status();
		}
		bounds.up_to = last.value() - *limits_.max_rows;
	}
	return remove(database, bounds);
}

Result<bool> Sweep::remove_oldest(Database &database) {
	return remove(database, { .before = WallTime::max() });
}

// Rows that had to stay may go by now.
void Sweep::begin_anew_in_time() {
	const RealTime now = clock_.now();
	if (now >= begun_ + ROUND) {
		begun_ = now;
		cursor_ = 0;
	}
}

Result<bool> Sweep::remove(Database &database, const Bounds &bounds) {
	begin_anew_in_time();
	const Result<Piece> piece = next_piece(database, bounds);
	if (!piece.ok()) {
		return piece.status();
	}
	const std::vector<std::int64_t> &ids = piece.value().ids;
	if (!row_.remove_parts.empty() && !ids.empty()) {
		Result<bool> more = remove_parts(database, ids.front());
		if (!more.ok() || more.value()) {
			return more;
		}
	}
	if (Status status = remove_rows(database, ids); !status.ok()) {
		return status;
	}
	if (row_.stays.empty()) {
		return !ids.empty();
	}
	const bool moved = cursor_ != piece.value().looked_to;
	cursor_ = piece.value().looked_to;
	return moved;
}

Result<Sweep::Piece> Sweep::next_piece(Database &database, const Bounds &bounds) const {
	const Result<std::int64_t> last = newest(database);
	if (!last.ok()) {
		return last.status();
	}
	Piece piece{ .ids = {}, .looked_to = cursor_ };
	// Rows that have parts go one by one.
	const std::size_t most = row_.remove_parts.empty() ? row_.rows_a_piece : 1;
	Query rows(database, next_, most, cursor_, last.value() - limits_.keep);
	while (rows.next()) {
		const std::int64_t id = rows.integer(0);
		if (WallTime(Micros(rows.integer(1))) >= bounds.before && id > bounds.up_to) {
			break;
		}
		if (rows.integer(2) == 0) {
			piece.ids.push_back(id);
		}
		piece.looked_to = id;
	}
	return rows.status().ok() ? Result(std::move(piece)) : rows.status();
}

Status Sweep::remove_rows(Database &database, const std::vector<std::int64_t> &ids) const {
	if (ids.empty()) {
		return {};
	}
	return transact(database, [&] {
		Status status = row_.remove != nullptr ? row_.remove(database, ids) : Status();
		for (auto id = ids.begin(); row_.remove == nullptr && id != ids.end() && status.ok();
				++id) {
			status = database.run(delete_, *id);
		}
		return status;
	});
}

// True while there may be more.
Result<bool> Sweep::remove_parts(Database &database, std::int64_t id) const {
	Status status = database.run(row_.remove_parts, id, row_.rows_a_piece);
	return status.ok() ? Result(database.changed_rows() > 0) : status;
}

Result<bool> Sweep::trim_owners(Database &database) {
	const bool is_due = !next_round_ || clock_.now() >= *next_round_;
	if (row_.owner.empty() || !limits_.max_per_owner || !is_due) {
		return false;
	}
	next_round_.reset();
	const SteadyClock::time_point end = SteadyClock::now() + TIME_FOR_OWNERS;
	do {
		Result<std::string> owner = database.text(next_owner_, "", owner_);
		if (!owner.ok()) {
			return owner.status();
		}
		if (owner.value().empty()) {
			owner_.clear();
			next_round_ = clock_.now() + ROUND;
			return false;
		}
		Result<bool> more = trim(database, owner.value());
		if (!more.ok() || more.value()) {
			return more;
		}
		owner_ = std::move(owner).value();
	} while (SteadyClock::now() < end);
	return true;
}

Result<bool> Sweep::trim(Database &database, std::string_view owner) const {
	std::vector<std::int64_t> ids;
	{
		Query rows(database, beyond_, owner, *limits_.max_per_owner, row_.rows_a_piece);
		while (rows.next()) {
			ids.push_back(rows.integer(0));
		}
		if (!rows.status().ok()) {
			return rows.status();
		}
	}
	Status status = remove_rows(database, ids);
	return status.ok() ? Result(!ids.empty()) : status;
}

} // namespace agent_runtime
