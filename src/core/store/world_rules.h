#pragma once

// What a world may hold that comes from a file. A slot may be anybody's, and so may a database: its
// tables are compared with those that the migrations make, and each value with the rule of its
// column, which stands with the table (schema.h). Nothing else of a file is ever looked at.

#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/migrations.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// How far ids may go. What a slot says moves the counters of the database that takes it in, so it
// may not come near their end: a billion more agents can be spawned behind the highest of them.
struct IdBounds {
	static constexpr std::int64_t OF_AGENTS = 1'000'000'000;
	static constexpr std::int64_t OF_OTHERS = 1'000'000'000'000'000; // exact in every JSON reader

	std::int64_t agents = OF_AGENTS;
	std::int64_t others = OF_OTHERS; // tasks, conversations, lines
};

// As far as that, or as far as this database has come by itself.
Result<IdBounds> bounds_in(Database &database);

// Whether the tables of the world, and all else that the file has, are what the migrations make up
// to these versions: no views, triggers, generated columns, or tables of others. `corrupt`
// otherwise.
// Thread rule: as the Database.
Status judge_tables(Database &file, const FileVersions &versions);

// Whether the trees of the world's tables and of their indexes are whole.
Status judge_trees(Database &file);

// Whether all rows of the world keep to the rules: `corrupt` with the first that does not. Returns
// the sum of what was read.
Result<std::uint64_t> judge_rows(Database &file, const IdBounds &bounds);

// The sum alone: over each row of the world, of its cover and of its counters, but for the sum
// itself, which stands under this name in `meta`.
Result<std::uint64_t> sum_of_rows(Database &file);
inline constexpr std::string_view META_CHECKSUM = "slot_checksum";
std::string sum_text(std::uint64_t sum);

struct BrokenRows {
	std::string_view table;
	std::size_t count = 0;
	std::string rule; // that the first of them breaks
};

// Deletes the rows that break the rules, because of which the slot could not be loaded again, and
// returns which. A database may hold such rows, since it may be older than the rules. Inside a
// write transaction.
Result<std::vector<BrokenRows>> drop_broken_rows(Database &slot);

// Writes the sum to where a load looks for it. Inside a write transaction.
Status seal_rows(Database &file);

} // namespace agent_runtime
