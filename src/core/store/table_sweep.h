#pragma once

// How the rows of a table grow old and go. A room describes that in a TableSweep, in parts of SQL,
// beside the TableRow of its table (schema.h). Sweep puts these together, and Retention runs a
// piece of each at a time.
//
//	constexpr TableSweep OF_VISITS{ .time = "left_at", .only = "left_at IS NOT NULL" };
//	constexpr TableRow TABLES[] = { { .name = "visits", .sweep = &OF_VISITS } };

#include "core/base/clock.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Thread rule: immutable.
struct TableSweep {
	std::string_view id = "id"; // a column of whole numbers above 0, unique
	std::string_view time = "timestamp"; // the time from which the row's age counts
	std::string_view order = "id"; // the column that shows which rows are the oldest
	std::string_view only = "true"; // all other rows stay for ever
	// Rows for which this is true stay for now. The sweep passes over them, and begins again after
	// a while.
	std::string_view stays = {};
	// The column that says who owns a row. An index begins with it. The rows of each owner may be
	// limited.
	std::string_view owner = {};
	// Deletes at most ?2 parts of the row ?1, which are in another table and go before it.
	std::string_view remove_parts = {};
	// Called instead of deleting the rows, inside the transaction; the oldest comes first.
	Status (*remove)(Database &database, std::span<const std::int64_t> ids) = nullptr;
	std::size_t rows_a_piece = 100;
};

// When rows of a table go; the first limit that applies counts.
struct RowLimits {
	std::optional<Micros> max_age = {};
	std::optional<std::int64_t> max_rows = {}; // how many of the newest stay
	std::optional<std::int64_t> max_per_owner = {}; // how many of each owner stay
	std::int64_t keep =
			// this many of the newest stay whatever the other limits are, including the file's size
			0;
};

// The sweep of one table, with how far it has come.
// Owned by Retention; the clock outlives it. Thread rule: worker only (the writer's).
class Sweep {
public:
	Sweep(const std::string &table, const TableSweep &row, const RowLimits &limits,
			const Clock &clock);

	// When the next row to remove was made; nothing when none can go.
	Result<std::optional<WallTime>> oldest(Database &database);
	// Removes a piece of what is beyond the limits, or of whatever is oldest. True when it made
	// progress.
	Result<bool> remove_old(Database &database);
	Result<bool> remove_oldest(Database &database);
	// Removes a piece of what one owner has too much of. True when there is more to do now.
	Result<bool> trim_owners(Database &database);

private:
	// Rows go that meet either condition.
	struct Bounds {
		WallTime before = WallTime::min(); // older than this
		std::int64_t up_to = 0; // this id and lower ones
	};
	struct Piece {
		std::vector<std::int64_t> ids; // rows to remove
		std::int64_t looked_to = 0;
	};

	void begin_anew_in_time();
	Result<std::int64_t> newest(Database &database) const;
	Result<bool> remove(Database &database, const Bounds &bounds);
	Result<Piece> next_piece(Database &database, const Bounds &bounds) const;
	Status remove_rows(Database &database, const std::vector<std::int64_t> &ids) const;
	Result<bool> remove_parts(Database &database, std::int64_t id) const;
	Result<bool> trim(Database &database, std::string_view owner) const;

	const TableSweep &row_;
	const RowLimits limits_;
	const Clock &clock_;
	// Made once from the description.
	const std::string newest_;
	const std::string next_;
	const std::string delete_;
	const std::string next_owner_;
	const std::string beyond_;
	std::int64_t cursor_ = 0; // everything up to here was looked at; 0 if no row has to stay
	RealTime begun_;
	std::string owner_; // the last one looked at
	std::optional<RealTime> next_round_; // for owners; none: a round is in progress
};

} // namespace agent_runtime
