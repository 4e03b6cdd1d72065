#include "core/memory/search_index.h"

#include "core/store/meta.h"
#include "core/store/transaction.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::string_view META_CURSOR = "search_cursor";
// Lines up to this one may already be in the index.
constexpr std::string_view META_REFILLED = "search_refilled";
constexpr int ROWS_A_PIECE = 500;
constexpr int ROWS_BETWEEN_LOOKS = 16;
constexpr int ENTRIES_REMOVED_AT_ONCE = 200;
constexpr std::chrono::milliseconds TIME_A_PIECE{ 3 };

Result<std::int64_t> read_number(Database &database, std::string_view key) {
	const Result<std::string> text = read_meta(database, key);
	if (!text.ok()) {
		return text.status();
	}
	std::int64_t number = 0;
	std::from_chars(text.value().data(), text.value().data() + text.value().size(), number);
	return number;
}

Result<std::int64_t> read_cursor(Database &database) {
	return read_number(database, META_CURSOR);
}

// The entry that contains a line with this id; 0: none.
Result<std::int64_t> entry_of(Database &database, std::int64_t id) {
	return database.integer(
			"SELECT rowid FROM conversation_search WHERE rowid <= ?1 ORDER BY rowid DESC LIMIT 1",
			0, id);
}

// Removes the entries after one id, up to another. False when some are left for another time.
Result<bool> remove_entries(Database &database, std::int64_t after, std::int64_t last) {
	for (int i = 0; i < ENTRIES_REMOVED_AT_ONCE; ++i) {
		const Result<std::int64_t> entry = entry_of(database, last);
		if (!entry.ok()) {
			return entry.status();
		}
		if (entry.value() <= after) {
			return true;
		}
		Status status =
				database.run("DELETE FROM conversation_search WHERE rowid = ?1", entry.value());
		if (!status.ok()) {
			return status;
		}
	}
	return false;
}

// Collects lines for the index, and makes one entry of those that belong together.
class Entries {
public:
	// The columns that a query must select for add().
	static constexpr std::string_view COLUMNS = "id, agent_id, content, sender, timestamp";

	explicit Entries(Database &database) :
			database_(database) {}

	Status add(const Query &line) {
		Status status;
		if (!goes_on_with(line)) {
			status = finish();
			first_ = line.integer(0);
			content_ = line.text(2);
			sender_ = line.text(3);
			time_ = line.integer(4);
		}
		agents_.emplace_back(line.text(1));
		return status;
	}

	Status finish() {
		if (agents_.empty()) {
			return {};
		}
		std::string owners;
		for (const std::string &agent : std::exchange(agents_, {})) {
			owners += owner_word(agent) + " ";
		}
		return database_.run(
				"INSERT INTO conversation_search(rowid, owner, content) VALUES(?1, ?2, ?3)", first_,
				owners, content_);
	}

private:
	bool goes_on_with(const Query &line) const {
		const std::int64_t owners = static_cast<std::int64_t>(agents_.size());
		return owners > 0 && owners < MOST_OWNERS && line.integer(0) == first_ + owners &&
				line.integer(4) == time_ && line.text(3) == sender_ && line.text(2) == content_ &&
				std::find(agents_.begin(), agents_.end(), line.text(1)) == agents_.end();
	}

	Database &database_;
	std::vector<std::string> agents_; // of the waiting lines
	std::int64_t first_ = 0;
	std::string content_;
	std::string sender_;
	std::int64_t time_ = 0;
};

struct Piece {
	std::int64_t cursor = 0;
	std::int64_t refilled = 0;
	int rows = 0;
	bool more = false;
};

Status index_rows(Database &database, Piece &piece) {
	const SteadyClock::time_point end = SteadyClock::now() + TIME_A_PIECE;
	const std::string sql = "SELECT " + std::string(Entries::COLUMNS) +
			" FROM agent_conversations WHERE id > ?1 ORDER BY id LIMIT ?2";
	Entries entries(database);
	Query rows(database, sql, piece.cursor, ROWS_A_PIECE + 1);
	while (rows.next()) {
		const bool look = piece.rows % ROWS_BETWEEN_LOOKS == ROWS_BETWEEN_LOOKS - 1;
		if (piece.rows == ROWS_A_PIECE || (look && SteadyClock::now() >= end)) {
			piece.more = true;
			break;
		}
		const std::int64_t id = rows.integer(0);
		const Result<bool> has_space = piece.cursor < piece.refilled
				? remove_entries(database, piece.cursor, id)
				: Result(true);
		if (has_space.ok() && !has_space.value()) {
			piece.more = true;
			break;
		}
		Status status = has_space.ok() ? entries.add(rows) : has_space.status();
		if (!status.ok()) {
			return status;
		}
		piece.cursor = id;
		++piece.rows;
	}
	return rows.status().ok() ? entries.finish() : rows.status();
}

// The end of an entry's lines: after it, and no further than the index has come.
Result<std::int64_t> end_of(Database &database, std::int64_t entry) {
	const Result<std::int64_t> cursor = read_cursor(database);
	if (!cursor.ok()) {
		return cursor.status();
	}
	const std::int64_t most = std::min(cursor.value() + 1, entry + MOST_OWNERS);
	return database.integer(
			"SELECT rowid FROM conversation_search WHERE rowid > ?1 AND rowid < ?2 ORDER BY rowid"
			" LIMIT 1",
			most, entry, most);
}

} // namespace

Result<bool> SearchIndex::run(Database &database) {
	const Result<std::int64_t> cursor = read_cursor(database);
	const Result<std::int64_t> newest =
			database.integer("SELECT max(id) FROM agent_conversations", 0);
	if (Status failed = first_failure(cursor, newest); !failed.ok()) {
		return failed;
	}
	if (newest.value() <= cursor.value()) {
		return false;
	}
	Piece piece{ .cursor = cursor.value() };
	Status status = transact(database, [&] {
		const Result<std::int64_t> refilled = read_number(database, META_REFILLED);
		piece.refilled = refilled.value_or(0);
		Status indexed = refilled.ok() ? index_rows(database, piece) : refilled.status();
		return indexed.ok() ? write_meta(database, META_CURSOR, std::to_string(piece.cursor))
							: indexed;
	});
	return status.ok() ? Result(piece.more) : status;
}

std::string owner_word(std::string_view agent_id) {
	std::string word = "id";
	for (const char byte : agent_id) {
		if (std::isalnum(static_cast<unsigned char>(byte)) != 0) {
			word += byte;
		}
	}
	return word;
}

// Updates all lines of the entry, since one of them has changed.
Status reindex_line(Database &database, std::int64_t id) {
	const Result<std::int64_t> cursor = read_cursor(database);
	if (!cursor.ok() || id > cursor.value()) {
		return cursor.status();
	}
	const Result<std::int64_t> entry = entry_of(database, id);
	const Result<std::int64_t> end = entry.ok() ? end_of(database, entry.value()) : entry;
	if (!end.ok()) {
		return end.status();
	}
	const std::int64_t first = id < end.value() ? entry.value() : id;
	Status status = remove_entries(database, first - 1, id).status();
	Entries entries(database);
	const std::string sql = "SELECT " + std::string(Entries::COLUMNS) +
			" FROM agent_conversations WHERE id >= ?1 AND id < ?2 ORDER BY id";
	Query rows(database, sql, first, std::max(end.value(), id + 1));
	while (status.ok() && rows.next()) {
		status = entries.add(rows);
	}
	if (status.ok()) {
		status = rows.status();
	}
	return status.ok() ? entries.finish() : status;
}

Status reindex_all(Database &database) {
	const Result<std::int64_t> newest = database.integer(
			"SELECT seq FROM sqlite_sequence WHERE name = 'agent_conversations'", 0);
	if (!newest.ok()) {
		return newest.status();
	}
	Status status = write_meta(database, META_REFILLED, std::to_string(newest.value()));
	return status.ok() ? write_meta(database, META_CURSOR, "0") : status;
}

Status unindex_line(Database &database, std::int64_t id) {
	const Result<std::int64_t> entry = entry_of(database, id);
	const Result<std::int64_t> end = entry.ok() ? end_of(database, entry.value()) : entry;
	if (!end.ok()) {
		return end.status();
	}
	return database.run("DELETE FROM conversation_search WHERE rowid = ?1 AND NOT EXISTS(SELECT 1"
						" FROM agent_conversations WHERE id >= ?1 AND id < ?2 AND id <> ?3)",
			entry.value(), end.value(), id);
}

Status unindex_lines(Database &database, const std::string &table, std::int64_t most) {
	std::vector<std::int64_t> gone;
	{
		Query rows(database,
				"SELECT id FROM (SELECT id FROM " + table +
						" ORDER BY rowid LIMIT ?1) WHERE id"
						" NOT IN (SELECT id FROM agent_conversations)",
				most);
		while (rows.next()) {
			gone.push_back(rows.integer(0));
		}
		if (!rows.status().ok()) {
			return rows.status();
		}
	}
	for (const std::int64_t id : gone) {
		Status status = unindex_line(database, id);
		if (!status.ok()) {
			return status;
		}
	}
	return {};
}

} // namespace agent_runtime
