#include "core/memory/memory_lines.h"

#include <limits>

namespace agent_runtime {

MemoryLine memory_line_from(const Query &rows) {
	return { .id = rows.integer(0),
		.timestamp = WallTime(Micros(rows.integer(1))),
		.sender = std::string(rows.text(2)),
		.content = std::string(rows.text(3)),
		.recipient = std::string(rows.text(4)),
		.kind = std::string(rows.text(5)),
		.importance = rows.real(6),
		.pinned = rows.integer(7) != 0 };
}

Result<std::int64_t> summarised_to(Database &database, std::string_view agent_id) {
	return database.integer("SELECT max(covers_to) FROM agent_conversations WHERE agent_id = ?1"
							" AND kind = 'summary'",
			0, agent_id);
}

bool is_summarised(const MemoryLine &line, std::int64_t summarised_to) {
	return line.kind == "message" && !line.pinned && line.id <= summarised_to;
}

Result<std::vector<MemoryLine>> list_memory(Database &database, const MemoryListing &listing) {
	const Result<std::int64_t> covered = summarised_to(database, listing.agent_id);
	if (!covered.ok()) {
		return covered.status();
	}
	std::string sql = "SELECT " + std::string(MEMORY_LINE_COLUMNS) +
			" FROM agent_conversations c WHERE c.agent_id = ?1 AND c.id < ?2";
	sql += listing.kind.empty() ? " AND ?3 = ''" : " AND c.kind = ?3";
	sql += listing.from.empty() ? " AND ?4 = ''" : " AND c.sender = ?4";
	if (listing.pinned) {
		sql += *listing.pinned ? " AND c.pinned = 1" : " AND c.pinned = 0";
	}
	const std::int64_t before =
			listing.before > 0 ? listing.before : std::numeric_limits<std::int64_t>::max();
	std::vector<MemoryLine> lines;
	Query rows(database, sql + " ORDER BY c.id DESC LIMIT ?5", listing.agent_id, before,
			listing.kind, listing.from, listing.limit);
	while (rows.next()) {
		lines.push_back(memory_line_from(rows));
		lines.back().summarised = is_summarised(lines.back(), covered.value());
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return lines;
}

} // namespace agent_runtime
