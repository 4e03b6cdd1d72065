#include "core/store/search_index.h"

#include "core/store/event_log.h"
#include "core/store/transaction.h"

#include <cctype>
#include <charconv>
#include <chrono>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::string_view META_CURSOR = "search_cursor";
// Lines up to here may stand in the index already.
constexpr std::string_view META_REFILLED = "search_refilled";
constexpr int ROWS_A_PIECE = 500;
constexpr int ROWS_BETWEEN_LOOKS = 16;
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

Status insert_line(
		Database &database, std::int64_t id, std::string_view agent_id, std::string_view content) {
	return database.run("INSERT INTO conversation_search(rowid, owner, content) VALUES(?1, ?2, ?3)",
			id, owner_word(agent_id), content);
}

struct Piece {
	std::int64_t cursor = 0;
	std::int64_t refilled = 0;
	int rows = 0;
	bool more = false;
};

Status index_rows(Database &database, Piece &piece) {
	const SteadyClock::time_point end = SteadyClock::now() + TIME_A_PIECE;
	Query rows(database,
			"SELECT id, agent_id, content FROM agent_conversations WHERE id > ?1 ORDER BY id LIMIT "
			"?2",
			piece.cursor, ROWS_A_PIECE + 1);
	while (rows.next()) {
		const bool look = piece.rows % ROWS_BETWEEN_LOOKS == ROWS_BETWEEN_LOOKS - 1;
		if (piece.rows == ROWS_A_PIECE || (look && SteadyClock::now() >= end)) {
			piece.more = true;
			break;
		}
		const std::int64_t id = rows.integer(0);
		Status status = id <= piece.refilled ? unindex_line(database, id) : Status();
		if (status.ok()) {
			status = insert_line(database, id, rows.text(1), rows.text(2));
		}
		if (!status.ok()) {
			return status;
		}
		piece.cursor = id;
		++piece.rows;
	}
	return rows.status();
}

} // namespace

Result<bool> SearchIndex::run(Database &database) {
	const Result<std::int64_t> cursor = read_cursor(database);
	const Result<std::int64_t> newest =
			database.integer("SELECT max(id) FROM agent_conversations", 0);
	if (!cursor.ok() || !newest.ok()) {
		return cursor.ok() ? newest.status() : cursor.status();
	}
	if (newest.value() <= cursor.value()) {
		return false;
	}
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		return transaction.status();
	}
	const Result<std::int64_t> refilled = read_number(database, META_REFILLED);
	Piece piece{ .cursor = cursor.value(), .refilled = refilled.value_or(0) };
	Status status = refilled.ok() ? index_rows(database, piece) : refilled.status();
	if (status.ok()) {
		status = write_meta(database, META_CURSOR, std::to_string(piece.cursor));
	}
	if (status.ok()) {
		status = transaction.value().commit();
	}
	if (!status.ok()) {
		return status;
	}
	return piece.more;
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

Status reindex_line(
		Database &database, std::int64_t id, std::string_view agent_id, std::string_view content) {
	const Result<std::int64_t> cursor = read_cursor(database);
	if (!cursor.ok() || id > cursor.value()) {
		return cursor.status();
	}
	Status status = unindex_line(database, id);
	return status.ok() ? insert_line(database, id, agent_id, content) : status;
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
	return database.run("DELETE FROM conversation_search WHERE rowid = ?1", id);
}

} // namespace agent_runtime
