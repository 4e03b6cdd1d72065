#pragma once

// What a world from a file may contain. A slot may come from anybody, and so may a database. Its
// tables are compared with those that the migrations make, and each value with the rule of its
// column, which stands with the table (schema.h). Nothing else in a file is ever read.

#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/migrations.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// The limits for ids. What a slot says moves the counters of the database that loads it, so it must
// not come near their end: a billion more agents can be spawned after the highest of them.
struct IdBounds {
	static constexpr std::int64_t OF_AGENTS = 1'000'000'000;
	// every JSON reader represents it exactly
	static constexpr std::int64_t OF_OTHERS = 1'000'000'000'000'000;

	std::int64_t agents = OF_AGENTS;
	std::int64_t others = OF_OTHERS; // tasks, conversations, lines
};

// Those limits, or as far as this database has come by itself.
Result<IdBounds> bounds_in(Database &database);

// Whether the tables of the world, and everything else in the file, are what the migrations make up
// to these versions, without views, triggers, generated columns or foreign tables. `corrupt`
// otherwise.
// Thread rule: as the Database.
Status judge_tables(Database &file, const FileVersions &versions);

// Whether the trees of the world's tables and indexes are intact.
Status judge_trees(Database &file);

// Whether all rows of the world obey the rules; `corrupt` with the first that does not. Returns the
// checksum of what was read.
Result<std::uint64_t> judge_rows(Database &file, const IdBounds &bounds);

// The checksum over each row of the world, of its description and of its counters, except for the
// checksum itself, which has this name in `meta`.
Result<std::uint64_t> sum_of_rows(Database &file);
inline constexpr std::string_view META_CHECKSUM = "slot_checksum";
std::string sum_text(std::uint64_t sum);

struct BrokenRows {
	std::string_view table;
	std::size_t count = 0;
	std::string rule; // the rule that the first of them breaks
};

// Deletes the rows that break the rules, since the slot could not be loaded with them, and returns
// which. A database may contain such rows, since it may be older than the rules. Call inside a
// write transaction.
Result<std::vector<BrokenRows>> drop_broken_rows(Database &slot);

// Stores the checksum where a load looks for it. Call inside a write transaction.
Status seal_rows(Database &file);

} // namespace agent_runtime
