#include "core/store/world_switch.h"

#include "core/base/ids.h"
#include "core/store/meta.h"
#include "core/store/transaction.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view META_GENERATION = "world_generation";
// Includes generations that never became the world.
constexpr std::string_view META_NEWEST_GENERATION = "newest_generation";
const std::string META_HIGHEST = "highest_"; // followed by the name of the table
constexpr std::string_view GENERATION_COLUMN = "generation";
constexpr std::string_view MARK = "_g";
// Each is about a millisecond of work.
constexpr std::size_t ROWS_COPIED_AT_ONCE = 150;
constexpr std::int64_t ROWS_REMOVED_AT_ONCE = 150;

std::string name_in(std::string_view name, std::int64_t generation) {
	return std::string(name) + std::string(MARK) + std::to_string(generation);
}

// The parts of a name such as agents_g2.
struct GenerationName {
	std::string_view base;
	std::int64_t generation = 0; // 0: none, and the whole name is the base
};

GenerationName parse(std::string_view name) {
	const std::size_t at = name.rfind(MARK);
	if (at == std::string_view::npos) {
		return { name, 0 };
	}
	std::int64_t generation = 0;
	const char *const end = name.data() + name.size();
	const auto read = std::from_chars(name.data() + at + MARK.size(), end, generation);
	return read.ptr == end && generation > 0 ? GenerationName{ name.substr(0, at), generation }
											 : GenerationName{ name, 0 };
}

Result<std::int64_t> number_in_meta(Database &database, std::string_view key) {
	return database.integer("SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?1", 0, key);
}

// The text of a CREATE statement from its list of columns on.
std::string_view definition_in(std::string_view sql) {
	const std::size_t at = sql.find('(');
	return at == std::string_view::npos ? std::string_view() : sql.substr(at);
}

Status make_table(Database &database, std::string_view table, std::int64_t generation) {
	const std::string name = name_in(table, generation);
	std::string script;
	Query parts(database,
			"SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ?1 AND sql IS NOT NULL"
			" ORDER BY type = 'index'",
			table);
	while (parts.next()) {
		const std::string_view sql = parts.text(2);
		if (parts.text(0) == "table") {
			script += "CREATE TABLE " + name;
		} else {
			// The name of an index stays taken as long as its table exists.
			script += sql.starts_with("CREATE UNIQUE") ? "CREATE UNIQUE INDEX " : "CREATE INDEX ";
			script += name_in(parse(parts.text(1)).base, generation) + " ON " + name;
		}
		script += std::string(definition_in(sql)) + ";";
	}
	return parts.status().ok() ? database.exec(script) : parts.status();
}

// Ids that rows have had, in any world, are not given again.
Status keep_sequence(Database &database, std::string_view table, const std::string &before) {
	Status status = database.run(
			"INSERT INTO sqlite_sequence(name, seq) SELECT ?1, 0 WHERE EXISTS (SELECT 1 FROM"
			" sqlite_sequence WHERE name = ?2) AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE"
			" name = ?1)",
			table, before);
	return status.ok() ? database.run("UPDATE sqlite_sequence SET seq = max(seq, ifnull((SELECT seq"
									  " FROM sqlite_sequence WHERE name = ?2), 0)) WHERE name = ?1",
								 table, before)
					   : status;
}

std::vector<std::string> columns_of(Database &database, std::string_view table, Status &status) {
	std::vector<std::string> columns;
	Query names(database, "SELECT name FROM pragma_table_info(?1)", table);
	while (names.next()) {
		columns.emplace_back(names.text(0));
	}
	status = names.status();
	return columns;
}

std::string list_of(const std::vector<std::string> &columns) {
	std::string list;
	for (const std::string &column : columns) {
		list += (list.empty() ? "" : ", ") + column;
	}
	return list;
}

std::size_t bytes_of(const SqlValue &value) {
	const std::string *const text = std::get_if<std::string>(&value);
	return sizeof(value) + (text != nullptr ? text->size() : 0);
}

// Tables that belong to no world, by generation.
using OldTables = std::map<std::int64_t, std::vector<std::string>>;

Result<OldTables> find_old_tables(Database &database, std::int64_t coming) {
	OldTables tables;
	Query names(database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
	while (names.next()) {
		const GenerationName name = parse(names.text(0));
		const bool is_of_world = find_world_table(database.schema(), name.base) != nullptr;
		if (is_of_world && name.generation > 0 && name.generation != coming) {
			tables[name.generation].emplace_back(names.text(0));
		}
	}
	return names.status().ok() ? Result(std::move(tables)) : names.status();
}

// What identifies a row: the columns of the key if the table has no rowids.
Result<std::string> key_of(Database &database, const std::string &table) {
	const Result<std::int64_t> has_rowids =
			database.integer("SELECT wr = 0 FROM pragma_table_list WHERE name = ?1", 1, table);
	if (!has_rowids.ok() || has_rowids.value() != 0) {
		return has_rowids.ok() ? Result<std::string>("rowid") : has_rowids.status();
	}
	return database.text(
			"SELECT group_concat(name, ', ') FROM pragma_table_info(?1) WHERE pk > 0", "", table);
}

// Removes at most `most` rows, and subtracts them from it.
Status remove_rows(Database &database, const std::string &table, std::int64_t &most) {
	const Result<std::string> key = key_of(database, table);
	if (!key.ok()) {
		return key.status();
	}
	const TableRow *const row = find_world_table(database.schema(), parse(table).base);
	if (row != nullptr && row->before_removal != nullptr) {
		Status status = row->before_removal(database, table, most);
		if (!status.ok()) {
			return status;
		}
	}
	Status status = database.run("DELETE FROM " + table + " WHERE (" + key.value() +
					") IN (SELECT " + key.value() + " FROM " + table + " ORDER BY " + key.value() +
					" LIMIT ?1)",
			most);
	most -= status.ok() ? database.changed_rows() : 0;
	return status;
}

// The tables are dropped together when all are empty. Everybody who reads the file notices each
// change of the schema, so there is only one for each generation.
Status remove_piece(Database &database, const std::vector<std::string> &tables) {
	std::int64_t most = ROWS_REMOVED_AT_ONCE;
	std::string drops;
	for (const std::string &table : tables) {
		Status status = remove_rows(database, table, most);
		if (!status.ok() || most == 0) {
			return status;
		}
		drops += "DROP TABLE " + table + ";";
	}
	Status status = database.exec(drops);
	database.forget_statements();
	return status;
}

void add_row(WorldPiece &piece, Query &rows) {
	std::vector<SqlValue> &row = piece.rows.emplace_back();
	for (std::size_t i = 0; i < piece.columns.size(); i++) {
		row.push_back(rows.value(static_cast<int>(i)));
		piece.bytes += bytes_of(row.back());
	}
}

Status read_table(
		Database &slot, std::string_view table, const std::function<Status(WorldPiece &&)> &take) {
	Status status;
	const WorldPiece empty{ std::string(table), columns_of(slot, table, status), {}, 0 };
	if (!status.ok()) {
		return status;
	}
	WorldPiece piece = empty;
	Query rows(slot, "SELECT " + list_of(empty.columns) + " FROM " + empty.table);
	while (status.ok() && rows.next()) {
		add_row(piece, rows);
		if (piece.rows.size() == ROWS_COPIED_AT_ONCE) {
			status = take(std::exchange(piece, empty));
		}
	}
	if (status.ok()) {
		status = rows.status();
	}
	return status.ok() && !piece.rows.empty() ? take(std::move(piece)) : status;
}

} // namespace

Status read_pieces(Database &slot, const std::function<Status(WorldPiece &&)> &take) {
	Status status;
	for (const TableRow *const table : world_tables(slot.schema())) {
		if (status.ok()) {
			status = read_table(slot, table->name, take);
		}
	}
	return status;
}

Result<std::int64_t> begin_generation(Database &database) {
	const Result<std::int64_t> present = number_in_meta(database, META_GENERATION);
	const Result<std::int64_t> newest = number_in_meta(database, META_NEWEST_GENERATION);
	if (!present.ok() || !newest.ok()) {
		return present.ok() ? newest : present;
	}
	const std::int64_t generation = std::max(present.value(), newest.value()) + 1;
	Status status = write_meta(database, META_NEWEST_GENERATION, std::to_string(generation));
	for (const TableRow *const table : world_tables(database.schema())) {
		if (status.ok()) {
			status = make_table(database, table->name, generation);
		}
	}
	return status.ok() ? Result(generation) : status;
}

Status write_piece(Database &database, std::int64_t generation, const WorldPiece &piece) {
	std::string places;
	for (std::size_t i = 0; i < piece.columns.size(); i++) {
		const std::string value = "?" + std::to_string(i + 1);
		places += i == 0 ? "" : ", ";
		places += piece.columns[i] == GENERATION_COLUMN
				? "ifnull(" + std::to_string(generation) + ", " + value + ")"
				: value;
	}
	const std::string sql = "INSERT INTO " + name_in(piece.table, generation) + "(" +
			list_of(piece.columns) + ") VALUES(" + places + ")";
	for (const std::vector<SqlValue> &row : piece.rows) {
		Status status = database.statement(sql).run_row(row);
		if (!status.ok()) {
			return status;
		}
	}
	return {};
}

Result<HighestNumbers> read_highest_numbers(Database &database) {
	HighestNumbers highest;
	for (const TableRow *const table : world_tables(database.schema())) {
		const Result<std::int64_t> has_numbers = database.integer(
				"SELECT count(*) FROM pragma_table_info(?1) WHERE name = 'number'", 0, table->name);
		if (!has_numbers.ok() || has_numbers.value() == 0) {
			if (!has_numbers.ok()) {
				return has_numbers.status();
			}
			continue;
		}
		const std::string name(table->name);
		const Result<std::int64_t> kept = number_in_meta(database, META_HIGHEST + name);
		const Result<std::int64_t> there = database.integer("SELECT max(number) FROM " + name +
						" WHERE typeof(number) = 'integer' AND number <= ?1",
				0,
				table->numbers_agents() ? std::int64_t{ AgentIdKind::HIGHEST }
										: ConversationIdKind::HIGHEST);
		if (Status failed = first_failure(kept, there); !failed.ok()) {
			return failed;
		}
		highest[name] = std::max({ std::int64_t{ 0 }, kept.value(), there.value() });
	}
	return highest;
}

Status switch_to_generation(
		Database &database, std::int64_t generation, const HighestNumbers &highest) {
	const Result<std::int64_t> present = number_in_meta(database, META_GENERATION);
	Result<HighestNumbers> numbers = read_highest_numbers(database);
	if (Status failed = first_failure(present, numbers); !failed.ok()) {
		return failed;
	}
	Status status;
	for (const TableRow *const table : world_tables(database.schema())) {
		const std::string name(table->name);
		const std::string before = name_in(name, present.value());
		std::string script = "ALTER TABLE " + name + " RENAME TO ";
		script += before + "; ALTER TABLE ";
		script += name_in(name, generation) + " RENAME TO ";
		script += name;
		status = database.exec(script);
		if (status.ok()) {
			status = keep_sequence(database, name, before);
		}
		if (!status.ok()) {
			return status;
		}
	}
	for (const auto &[table, number] : highest) {
		std::int64_t &known = numbers.value()[table];
		known = std::max(known, number);
	}
	for (const auto &[table, number] : numbers.value()) {
		if (status.ok()) {
			status = write_meta(database, META_HIGHEST + table, std::to_string(number));
		}
	}
	if (status.ok()) {
		status = write_meta(database, META_GENERATION, std::to_string(generation));
	}
	for (const TableRow *const table : world_tables(database.schema())) {
		if (status.ok() && table->after_switch != nullptr) {
			status = table->after_switch(database);
		}
	}
	return status;
}

Result<bool> OldGenerations::run(Database &database) {
	const Result<OldTables> tables =
			find_old_tables(database, coming_.load(std::memory_order_relaxed));
	waiting_ = tables.ok() ? tables.value().size() : 0;
	if (!tables.ok() || tables.value().empty()) {
		return tables.ok() ? Result(false) : tables.status();
	}
	Status status = transact(
			database, [&] { return remove_piece(database, tables.value().begin()->second); });
	return status.ok() ? Result(true) : status;
}

} // namespace agent_runtime
