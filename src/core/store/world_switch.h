#pragma once

// Replaces the world with a saved one. Each world that a file has had is a generation. The coming
// world is written, in short transactions, into tables of its own whose names end in its number
// (agents_g2). Then one transaction gives these the names of the world's tables, and the previous
// ones get names with their number. Until then nobody sees the new world, and afterwards nobody
// sees the old one; if anything goes wrong before, the old world stays as it is. Rows that are no
// longer used are removed piece by piece, and their tables in one transaction.
// Inside write transactions, by the writer's thread, unless stated otherwise.

#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/idle_work.h"
#include "core/store/statement.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace agent_runtime {

// For each table of the world that has numbers (`number`), the highest that any row has had, even
// in a world that no longer exists, since no id is given twice.
using HighestNumbers = std::map<std::string, std::int64_t>;
Result<HighestNumbers> read_highest_numbers(Database &database);

// Some rows of one table.
struct WorldPiece {
	std::string table;
	std::vector<std::string> columns;
	std::vector<std::vector<SqlValue>> rows;
	std::size_t bytes = 0; // approximate size in memory
};

// Reads a slot from beginning to end, on any thread. An error returned by `take` ends it.
Status read_pieces(Database &slot, const std::function<Status(WorldPiece &&)> &take);

// Makes empty tables for a coming world. Returns the generation's number, which no other world ever
// has.
Result<std::int64_t> begin_generation(Database &database);
Status write_piece(Database &database, std::int64_t generation, const WorldPiece &piece);
// The one transaction. `highest` is what the coming world knows.
Status switch_to_generation(
		Database &database, std::int64_t generation, const HighestNumbers &highest);

// Removes the tables of generations that are over, or that never came to be the world.
// Owned by the Writer. Thread rule: worker only (the writer's).
class OldGenerations : public IdleWork {
public:
	// `coming` is the generation being written at the moment, or 0; it outlives the writer.
	explicit OldGenerations(const std::atomic<std::int64_t> &coming) :
			coming_(coming) {}

	Result<bool> run(Database &database) override;
	// Each generation that is left makes the schema longer for everybody who reads the file.
	bool is_urgent() const override { return waiting_ > MOST_WAITING; }

private:
	static constexpr std::size_t MOST_WAITING = 2;

	const std::atomic<std::int64_t> &
			coming_; // set on the writer's thread, and reset to 0 on that of whoever cancels a load
	std::size_t waiting_ = 0; // how many generations there were at the last look
};

} // namespace agent_runtime
