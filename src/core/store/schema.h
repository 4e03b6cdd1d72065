#pragma once

// What a room says of its tables. The store has none of its own but `meta` and `room_versions`: a
// room hands it one RoomTables, with its steps and one row for each table, and a program hands it
// the rooms that it links (OpenOptions, ConnectionOptions). All that is done to tables in general
// (migrations, save games, the switch to another world) goes by these rows.
//
//	constexpr const char *STEPS[] = { "CREATE TABLE doors(number INTEGER PRIMARY KEY, name TEXT)" };
//	constexpr ColumnRule OF_DOORS[] = { { "number", ValueKind::number },
//		{ "name", ValueKind::text } };
//	constexpr TableRow TABLES[] = { { .name = "doors", .of_world = true, .rules = OF_DOORS } };
//	constexpr RoomTables DOORS{ "doors", STEPS, TABLES };
//
// Thread rule: immutable.

#include "core/base/status.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace agent_runtime {

class Database;
struct TableSweep;

// What a column may contain.
enum class ValueKind : std::uint8_t {
	agent_number, // the number of an agent's id
	number, // the number of any other id
	own_agent, // the text of the id whose number is in `number`
	own_talk, // the same for a conversation
	agent, // the text of an id
	participant,
	talk,
	whole,
	real,
	time,
	text,
	object, // JSON
	list, // JSON
	choice,
};

// One column of a table of the world. `may_miss`: it may be NULL or an empty text.
struct ColumnRule {
	std::string_view column;
	ValueKind kind;
	bool may_miss = false;
	double min = 0;
	double max = 0;
	std::span<const std::string_view> values = {};
	std::string_view only_without = {}; // another column, which is NULL when this one is not
};

// One table. Tables of the world are saved, and replaced under the same names when a saved world is
// loaded. All others belong to the file, and no load rewinds them. A table of the world has a rule
// for each of its columns, and none with bytes in it. A column `generation` is set to the world's,
// and the numbers in a column `number` are those of its ids, none of which is given twice.
struct TableRow {
	std::string_view name;
	bool of_world = false;
	// For a table of the world: its position in the checksum over a saved one, which never changes.
	int place = 0;
	std::span<const ColumnRule> rules = {};
	// Called by the writer, inside its transaction, before it removes the next rows of an older
	// generation of the table (`most` of them at most, by rowid), and after a switch to another
	// world.
	Status (*before_removal)(
			Database &database, const std::string &table, std::int64_t most) = nullptr;
	Status (*after_switch)(Database &database) = nullptr;
	// How its rows grow old; null: they stay.
	const TableSweep *sweep = nullptr;
	// Removes a piece of what is of no use any more. True when there was something.
	Result<bool> (*remove_useless)(Database &database) = nullptr;

	bool numbers_agents() const;
};

// All tables of a room. The step at index i brings them from version i to i + 1. A step that was
// released is never changed; what is missing comes as a new one. A step may rely on the tables of
// rooms that come before this one in its program.
struct RoomTables {
	std::string_view room;
	std::span<const char *const> steps;
	std::span<const TableRow> tables;
	// Called for each connection, for instance to register functions that the room's queries use.
	Status (*prepare)(sqlite3 *handle) = nullptr;

	int newest() const { return static_cast<int>(steps.size()); }
};

// The rooms of a program, those that others need first.
using Schema = std::span<const RoomTables *const>;

// In the order of their places.
std::vector<const TableRow *> world_tables(Schema schema);
// Null when the world has no such table.
const TableRow *find_world_table(Schema schema, std::string_view name);
const RoomTables *find_room(Schema schema, std::string_view room);

} // namespace agent_runtime
