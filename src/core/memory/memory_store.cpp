#include "core/memory/memory_store.h"

#include "core/memory/search_index.h"

namespace agent_runtime {

namespace {

// How many lines a piece looks at, whether they are forgotten or not.
constexpr std::size_t LOOKS_A_PIECE = 2000;

} // namespace

Result<MemoryLine> find_line(Database &database, std::string_view agent_id, std::int64_t id) {
	const std::string sql = "SELECT " + std::string(MEMORY_LINE_COLUMNS) +
			" FROM agent_conversations c WHERE c.id = ?1 AND c.agent_id = ?2";
	Query rows(database, sql, id, agent_id);
	if (rows.next()) {
		return memory_line_from(rows);
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return Status(StatusCode::not_found,
			"line_id: " + std::string(agent_id) + " remembers no line " + std::to_string(id) +
					"; take the id of a line that a search gives");
}

Status pin_line(Database &database, std::int64_t id, bool pinned) {
	return database.run(
			"UPDATE agent_conversations SET pinned = ?2 WHERE id = ?1", id, pinned ? 1 : 0);
}

Status edit_line(Database &database, std::int64_t id, const std::optional<std::string> &content,
		const std::optional<double> &importance) {
	Status status = database.run("UPDATE agent_conversations SET content = coalesce(?2, content),"
								 " importance = coalesce(?3, importance) WHERE id = ?1",
			id, content, importance);
	return status.ok() && content ? reindex_line(database, id) : status;
}

Result<std::int64_t> add_line(Database &database, const NewLine &line) {
	const Status status = database.run(
			"INSERT INTO agent_conversations(agent_id, timestamp, sender, content, recipient, kind,"
			" importance, pinned, covers_to) VALUES(?1, ?2, ?3, ?4, ?1, ?5, ?6, ?7, ?8)",
			line.agent_id, line.timestamp.time_since_epoch().count(), line.sender, line.content,
			line.kind, line.importance, line.pinned ? 1 : 0, line.covers_to);
	if (!status.ok()) {
		return status;
	}
	return database.last_insert_id();
}

Result<Forgotten> forget_lines(Database &database, const ForgetFilter &filter, std::int64_t after) {
	Forgotten forgotten{ .ids = {}, .looked_to = after };
	std::size_t looks = 0;
	{
		Query rows(database,
				"SELECT id, sender, kind, pinned FROM agent_conversations WHERE agent_id = ?1"
				" AND id > ?2 AND id <= ?3 ORDER BY id",
				filter.agent_id, after, filter.last);
		while (rows.next()) {
			if (forgotten.ids.size() == ForgetFilter::LINES_A_PIECE || looks == LOOKS_A_PIECE) {
				forgotten.more = true;
				break;
			}
			++looks;
			forgotten.looked_to = rows.integer(0);
			const bool spared =
					filter.unpinned_messages && (rows.text(2) != "message" || rows.integer(3) != 0);
			if (!spared && (filter.from.empty() || rows.text(1) == filter.from)) {
				forgotten.ids.push_back(rows.integer(0));
			}
		}
		if (!rows.status().ok()) {
			return rows.status();
		}
	}
	for (const std::int64_t id : forgotten.ids) {
		Status status = unindex_line(database, id);
		if (status.ok()) {
			status = database.run("DELETE FROM agent_conversations WHERE id = ?1", id);
		}
		if (!status.ok()) {
			return status;
		}
	}
	return forgotten;
}

Status add_heard_line(Database &database, const HeardLine &line, WallTime now) {
	return database.run(
			"INSERT INTO agent_conversations(agent_id, timestamp, sender, content, recipient,"
			" importance) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
			line.owner.to_string(), now.time_since_epoch().count(), line.from.to_string(),
			line.content, line.to.to_string(), line.importance);
}

Result<std::int64_t> newest_line(Database &database) {
	return database.integer("SELECT max(id) FROM agent_conversations", 0);
}

Result<SummaryWindow> read_summary_window(
		Database &database, std::string_view agent_id, std::size_t keep) {
	const Result<std::int64_t> covered = summarised_to(database, agent_id);
	const Result<std::int64_t> oldest_kept = database.integer(
			"SELECT id FROM agent_conversations WHERE agent_id = ?1 AND kind = 'message'"
			" ORDER BY id DESC LIMIT 1 OFFSET ?2",
			0, agent_id, keep);
	Result<std::string> earlier = newest_summary(database, agent_id);
	if (Status failed = first_failure(covered, oldest_kept, earlier); !failed.ok()) {
		return failed;
	}
	SummaryWindow window{ .lines = {}, .earlier = std::move(earlier).value() };
	const std::string sql = "SELECT " + std::string(MEMORY_LINE_COLUMNS) +
			" FROM agent_conversations c WHERE c.agent_id = ?1 AND c.id > ?2 AND c.id <= ?3"
			" AND c.kind = 'message' AND c.pinned = 0 ORDER BY c.id LIMIT ?4";
	Query rows(database, sql, agent_id, covered.value(), oldest_kept.value(),
			SummaryWindow::MOST_LINES);
	while (rows.next()) {
		window.lines.push_back(memory_line_from(rows));
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return window;
}

Result<bool> is_unchanged(
		Database &database, std::string_view agent_id, const std::vector<MemoryLine> &lines) {
	if (lines.empty()) {
		return true;
	}
	const Result<std::int64_t> covered = summarised_to(database, agent_id);
	if (!covered.ok()) {
		return covered.status();
	}
	std::int64_t bytes = 0;
	for (const MemoryLine &line : lines) {
		bytes += static_cast<std::int64_t>(line.content.size());
	}
	Query rows(database,
			"SELECT count(*), coalesce(sum(length(CAST(content AS BLOB))), 0)"
			" FROM agent_conversations WHERE agent_id = ?1 AND id >= ?2 AND id <= ?3"
			" AND kind = 'message' AND pinned = 0",
			agent_id, lines.front().id, lines.back().id);
	const bool same = rows.next() && rows.integer(1) == bytes &&
			static_cast<std::size_t>(rows.integer(0)) == lines.size();
	if (!rows.status().ok()) {
		return rows.status();
	}
	return same && covered.value() < lines.front().id;
}

Result<std::string> newest_summary(Database &database, std::string_view agent_id) {
	return database.text(
			"SELECT content FROM agent_conversations WHERE agent_id = ?1 AND kind = 'summary'"
			" ORDER BY id DESC LIMIT 1",
			"", agent_id);
}

namespace {

// The first column of all rows.
Result<std::vector<std::string>> texts_of(Database &database, std::string_view sql) {
	std::vector<std::string> texts;
	Query rows(database, sql);
	while (rows.next()) {
		texts.emplace_back(rows.text(0));
	}
	return rows.status().ok() ? Result(std::move(texts)) : rows.status();
}

} // namespace

// Jumps from one agent's lines to the next one's by the index.
Result<std::vector<std::string>> agents_with_lines(Database &database) {
	return texts_of(database,
			"WITH RECURSIVE owners(id) AS (SELECT min(agent_id) FROM agent_conversations UNION ALL"
			" SELECT (SELECT min(agent_id) FROM agent_conversations WHERE agent_id > owners.id)"
			" FROM owners WHERE owners.id IS NOT NULL)"
			" SELECT id FROM owners WHERE id IS NOT NULL");
}

Result<std::vector<std::string>> agents_with_kept_lines(Database &database) {
	return texts_of(database,
			"SELECT DISTINCT agent_id FROM agent_conversations WHERE pinned = 1"
			" UNION SELECT DISTINCT agent_id FROM agent_conversations"
			" WHERE kind = 'summary'");
}

} // namespace agent_runtime
