#include "core/base/utf8.h"
#include "core/store/content_sum.h"
#include "core/store/row_judge.h"
#include "core/store/world_rules.h"
#include "core/store/world_switch.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Works on all rows of a file with a world: judges them, sums them up, and drops those that break a
// rule.

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_KEY = 64;

using Row = RowJudge::Row;
using VisitRow = std::function<Status(Row)>;

// Bytes that are not text become an infinite number, which no rule allows.
std::string select_all(std::string_view table, const std::vector<std::string> &columns) {
	std::string sql;
	for (const std::string &column : columns) {
		sql += sql.empty() ? "SELECT iif(typeof(" : ", iif(typeof(";
		sql += column;
		sql += ") = 'blob', 9e999, ";
		sql += column;
		sql += ")";
	}
	return sql + " FROM main." + std::string(table) + " NOT INDEXED";
}

Status visit_rows(Database &file, const std::string &sql, std::size_t columns, ContentSum &sum,
		const VisitRow &visit) {
	Query rows(file, sql);
	std::vector<SqlValue> row(columns);
	while (rows.next()) {
		for (std::size_t i = 0; i < columns; i++) {
			row[i] = rows.value(static_cast<int>(i));
			sum.add(row[i]);
		}
		Status status = visit ? visit(row) : Status();
		if (!status.ok()) {
			return status;
		}
	}
	return rows.status();
}

Result<std::vector<std::string>> columns_of_table(Database &file, std::string_view table) {
	std::vector<std::string> columns;
	Query names(file, "SELECT name FROM pragma_table_info(?1, 'main')", table);
	while (names.next()) {
		columns.emplace_back(names.text(0));
	}
	return names.status().ok() ? Result(std::move(columns)) : names.status();
}

// Reads a text that consists of digits only.
std::optional<std::int64_t> whole_in(std::string_view text) {
	std::int64_t found = 0;
	const char *const end = text.data() + text.size();
	const auto read = std::from_chars(text.data(), end, found);
	const bool is_all = read.ec == std::errc() && read.ptr == end && std::to_string(found) == text;
	return is_all ? std::optional(found) : std::nullopt;
}

std::optional<std::int64_t> bound_of_meta(std::string_view key, const IdBounds &bounds) {
	if (key == "highest_agents") {
		return bounds.agents;
	}
	if (key.starts_with("highest_")) {
		return bounds.others;
	}
	if (key == "slot_saved_at") {
		return LATEST_TIME;
	}
	return key == "slot_agents" || key == "slot_event" ? std::optional(IdBounds::OF_OTHERS)
													   : std::nullopt;
}

Status judge_meta(Row row, const IdBounds &bounds) {
	const std::string *const key = std::get_if<std::string>(&row[0]);
	const std::string *const value = std::get_if<std::string>(&row[1]);
	if (key == nullptr || value == nullptr || key->size() > LONGEST_KEY || !is_valid_utf8(*value) ||
			value->size() > LONGEST_STORED_TEXT) {
		return Status(StatusCode::corrupt, "meta holds what is no text");
	}
	const std::optional<std::int64_t> bound = bound_of_meta(*key, bounds);
	const std::optional<std::int64_t> held = whole_in(*value);
	if (bound && (!held || *held < 0 || *held > *bound)) {
		return Status(StatusCode::corrupt, "meta holds no good number for " + *key);
	}
	return {};
}

Status judge_counter(Row row, const IdBounds &bounds) {
	const std::string *const name = std::get_if<std::string>(&row[0]);
	if (name == nullptr || !is_whole_between(row[1], 0, bounds.others)) {
		return Status(StatusCode::corrupt, "a counter of ids (sqlite_sequence) is out of range");
	}
	return {};
}

Result<std::uint64_t> read_all(Database &file, const IdBounds *bounds) {
	ContentSum sum;
	for (const TableRow *const table : world_tables(file.schema())) {
		const Result<std::vector<std::string>> columns = columns_of_table(file, table->name);
		if (!columns.ok()) {
			return columns.status();
		}
		if (columns.value().empty()) {
			continue; // an older slot does not have it yet
		}
		sum.add_text(table->name);
		VisitRow visit;
		if (bounds != nullptr) {
			visit = [judge = RowJudge(*table, columns.value(), *bounds)](
							Row row) { return judge.judge(row); };
		}
		Status status = visit_rows(
				file, select_all(table->name, columns.value()), columns.value().size(), sum, visit);
		if (!status.ok()) {
			return status;
		}
	}
	const auto visit_if_wanted = [&](Status (*judge)(Row, const IdBounds &)) {
		return bounds != nullptr
				? VisitRow([judge, bounds](Row row) { return judge(row, *bounds); })
				: VisitRow();
	};
	const std::string meta = "SELECT key, value FROM main.meta WHERE key <> '" +
			std::string(META_CHECKSUM) + "' ORDER BY key";
	Status status = visit_rows(file, meta, 2, sum, visit_if_wanted(judge_meta));
	if (status.ok()) {
		status = visit_rows(file, "SELECT name, seq FROM main.sqlite_sequence ORDER BY name, seq",
				2, sum, visit_if_wanted(judge_counter));
	}
	return status.ok() ? Result(sum.value()) : status;
}

} // namespace

Status judge_trees(Database &file) {
	std::vector<std::string> tables{ "meta", "sqlite_sequence" };
	for (const TableRow *const table : world_tables(file.schema())) {
		tables.emplace_back(table->name);
	}
	for (const std::string &table : tables) {
		const Result<std::vector<std::string>> columns = columns_of_table(file, table);
		if (!columns.ok()) {
			return columns.status();
		}
		const Result<std::string> report = columns.value().empty()
				? Result<std::string>("ok")
				: file.text("PRAGMA main.integrity_check(" + table + ")", "nothing");
		if (!report.ok() || report.value() != "ok") {
			return report.ok() ? Status(StatusCode::corrupt, report.value()) : report.status();
		}
	}
	return {};
}

Result<std::uint64_t> judge_rows(Database &file, const IdBounds &bounds) {
	return read_all(file, &bounds);
}

Result<IdBounds> bounds_in(Database &database) {
	Result<HighestNumbers> highest = read_highest_numbers(database);
	if (!highest.ok()) {
		return highest.status();
	}
	IdBounds bounds;
	for (const TableRow *const table : world_tables(database.schema())) {
		const Result<std::int64_t> counted = database.integer(
				"SELECT seq FROM sqlite_sequence WHERE name = ?1 AND typeof(seq) = 'integer'", 0,
				table->name);
		if (!counted.ok()) {
			return counted.status();
		}
		std::int64_t &bound = table->numbers_agents() ? bounds.agents : bounds.others;
		bound = std::max({ bound, highest.value()[std::string(table->name)], counted.value() });
	}
	return bounds;
}

Result<std::uint64_t> sum_of_rows(Database &file) {
	return read_all(file, nullptr);
}

namespace {

// The columns that identify a row of the table, whether it has rowids or not.
Result<std::vector<std::string>> key_columns(Database &file, std::string_view table) {
	std::vector<std::string> columns;
	Query names(file, "SELECT name FROM pragma_table_info(?1, 'main') WHERE pk > 0", table);
	while (names.next()) {
		columns.emplace_back(names.text(0));
	}
	return names.status().ok() ? Result(std::move(columns)) : names.status();
}

Result<BrokenRows> drop_broken_rows_of(
		Database &file, const TableRow &row_of_table, const IdBounds &bounds) {
	const std::string_view table = row_of_table.name;
	const Result<std::vector<std::string>> columns = columns_of_table(file, table);
	const Result<std::vector<std::string>> keys = key_columns(file, table);
	if (Status failed = first_failure(columns, keys); !failed.ok()) {
		return failed;
	}
	std::vector<std::vector<SqlValue>> broken;
	std::string rule;
	ContentSum unused;
	const RowJudge judge(row_of_table, columns.value(), bounds);
	const auto visit = [&](Row row) {
		Status judged = judge.judge(row);
		if (judged.ok()) {
			return judged;
		}
		rule = broken.empty() ? judged.message() : rule;
		std::vector<SqlValue> &key = broken.emplace_back();
		for (const std::string &column : keys.value()) {
			const auto place = std::find(columns.value().begin(), columns.value().end(), column);
			key.push_back(row[static_cast<std::size_t>(place - columns.value().begin())]);
		}
		return Status();
	};
	Status status = visit_rows(
			file, select_all(table, columns.value()), columns.value().size(), unused, visit);
	std::string sql;
	for (const std::string &column : keys.value()) {
		sql += sql.empty() ? "DELETE FROM main." + std::string(table) + " WHERE " : " AND ";
		sql += column + " IS ?";
	}
	for (const std::vector<SqlValue> &key : broken) {
		if (status.ok()) {
			status = file.statement(sql).run_row(key);
		}
	}
	return status.ok() ? Result(BrokenRows{ table, broken.size(), std::move(rule) }) : status;
}

} // namespace

Result<std::vector<BrokenRows>> drop_broken_rows(Database &file) {
	const IdBounds any{ .agents = AgentIdKind::HIGHEST,
		.others = std::numeric_limits<std::int64_t>::max() };
	std::vector<BrokenRows> dropped;
	for (const TableRow *const table : world_tables(file.schema())) {
		Result<BrokenRows> broken = drop_broken_rows_of(file, *table, any);
		if (!broken.ok()) {
			return broken.status();
		}
		if (broken.value().count > 0) {
			dropped.push_back(std::move(broken).value());
		}
	}
	return dropped;
}

std::string sum_text(std::uint64_t sum) {
	std::string digits(16, '0');
	for (std::size_t i = 0; i < digits.size(); i++) {
		digits[i] = "0123456789abcdef"[sum >> (60 - 4 * i) & 15U];
	}
	return digits;
}

Status seal_rows(Database &file) {
	const Result<std::uint64_t> sum = sum_of_rows(file);
	return sum.ok() ? file.run("INSERT OR REPLACE INTO main.meta VALUES(?1, ?2)", META_CHECKSUM,
							  sum_text(sum.value()))
					: sum.status();
}

} // namespace agent_runtime
