#include "core/store/search_index.h"

#include "core/store/event_log.h"
#include "core/store/transaction.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>

namespace agent_runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::string_view META_CURSOR = "search_cursor";
constexpr int ROWS_A_PIECE = 500;
constexpr int ROWS_BETWEEN_LOOKS = 16;
constexpr std::chrono::milliseconds TIME_A_PIECE{ 3 };
constexpr std::size_t MOST_WORDS = 16;

// One word of the index, whatever the id is made of.
std::string owner_word(std::string_view agent_id) {
	std::string word = "id";
	for (const char byte : agent_id) {
		if (std::isalnum(static_cast<unsigned char>(byte)) != 0) {
			word += byte;
		}
	}
	return word;
}

bool is_word(std::string_view text) {
	return std::any_of(text.begin(), text.end(),
			[](unsigned char byte) { return byte >= 0x80 || std::isalnum(byte) != 0; });
}

// Each word as a string of the query language, in which only the quote itself is special.
std::string quoted_words(std::string_view text) {
	std::string words;
	std::size_t count = 0;
	while (!text.empty() && count < MOST_WORDS) {
		const auto is_space = [](unsigned char byte) { return byte <= 0x20; };
		const auto begin = std::find_if_not(text.begin(), text.end(), is_space);
		const auto end = std::find_if(begin, text.end(), is_space);
		const std::string_view word(begin, end);
		text = std::string_view(end, text.end());
		if (!is_word(word)) {
			continue;
		}
		words += words.empty() ? "\"" : " \"";
		for (const char byte : word) {
			words += byte == '"' ? "\"\"" : std::string(1, byte);
		}
		words += '"';
		++count;
	}
	return words;
}

Result<std::int64_t> read_cursor(Database &database) {
	const Result<std::string> text = read_meta(database, META_CURSOR);
	if (!text.ok()) {
		return text.status();
	}
	std::int64_t cursor = 0;
	std::from_chars(text.value().data(), text.value().data() + text.value().size(), cursor);
	return cursor;
}

struct Piece {
	std::int64_t cursor = 0;
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
		Status status = database.run(
				"INSERT INTO conversation_search(rowid, owner, content) VALUES(?1, ?2, ?3)",
				rows.integer(0), owner_word(rows.text(1)), rows.text(2));
		if (!status.ok()) {
			return status;
		}
		piece.cursor = rows.integer(0);
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
	Piece piece{ .cursor = cursor.value() };
	Status status = index_rows(database, piece);
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

Result<std::vector<FoundMessage>> search_conversations(
		Database &database, std::string_view agent_id, std::string_view text, std::size_t limit) {
	std::vector<FoundMessage> found;
	const std::string words = quoted_words(text);
	if (words.empty()) {
		return found;
	}
	const std::string match =
			"owner : \"" + owner_word(agent_id) + "\" AND content : (" + words + ")";
	Query rows(database,
			"SELECT c.id, c.timestamp, c.sender, c.content, c.recipient "
			"FROM conversation_search s CROSS JOIN agent_conversations c ON c.id = s.rowid "
			"WHERE s.conversation_search MATCH ?1 AND c.agent_id = ?2 ORDER BY s.rowid DESC LIMIT "
			"?3",
			match, agent_id, limit);
	while (rows.next()) {
		found.push_back({ .id = rows.integer(0),
				.timestamp = WallTime(Micros(rows.integer(1))),
				.sender = std::string(rows.text(2)),
				.content = std::string(rows.text(3)),
				.recipient = std::string(rows.text(4)) });
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return found;
}

} // namespace agent_runtime
