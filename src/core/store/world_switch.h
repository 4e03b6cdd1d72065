#pragma once

// Puts a saved world in the place of the one that is there. Each world that a file has held is a
// generation: what comes is written, in short transactions, into tables of its own whose names end
// in its number (agents_g2); then one transaction gives these the names of the world's tables, and
// those that were there the number of theirs. Until then nobody sees the new world, and from then
// on nobody the old one; whatever goes wrong before leaves the old world as it is. Rows that are
// nobody's afterwards go piece by piece, and their tables in one transaction.
// Inside write transactions, by the writer's thread, unless it says otherwise.

#include "core/base/status.h"
#include "core/store/database.h"
#include "core/store/idle_task.h"
#include "core/store/statement.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace agent_runtime {

// Of each table of the world that has numbers (`number`) the highest that any row has had, also in
// a world that is no longer there: no id is given twice.
using HighestNumbers = std::map<std::string, std::int64_t>;
Result<HighestNumbers> read_highest_numbers(Database &database);

// Rows of one table.
struct WorldPiece {
	std::string table;
	std::vector<std::string> columns;
	std::vector<std::vector<SqlValue>> rows;
	std::size_t bytes = 0; // about what they take in memory
};

// Reads a slot from beginning to end, on any thread; an error of `take` ends it.
Status read_pieces(Database &slot, const std::function<Status(WorldPiece &&)> &take);

// Empty tables for a world to come. The generation's number, which no other world ever has.
Result<std::int64_t> begin_generation(Database &database);
Status write_piece(Database &database, std::int64_t generation, const WorldPiece &piece);
// The one transaction. `highest` is what the coming world knows.
Status switch_to_generation(
		Database &database, std::int64_t generation, const HighestNumbers &highest);

// Removes the tables of generations that are over, or that never came to be the world.
// Owned by the Writer. Thread rule: worker only (the writer's).
class OldGenerations : public IdleTask {
public:
	// The generation that is being written just now, or 0; outlives the writer.
	explicit OldGenerations(const std::atomic<std::int64_t> &coming) :
			coming_(coming) {}

	Result<bool> run(Database &database) override;
	// Each that is left makes the schema longer for all who read the file.
	bool is_urgent() const override { return waiting_ > MOST_WAITING; }

private:
	static constexpr std::size_t MOST_WAITING = 2;

	const std::atomic<std::int64_t> &
			coming_; // set on the writer's thread, and back to 0 on that of whoever gives a load up
	std::size_t waiting_ = 0; // generations, when it last looked
};

} // namespace agent_runtime
