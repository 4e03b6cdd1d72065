#include "core/memory/memory_tables.h"

#include "core/memory/memory_fields.h"
#include "core/memory/search_index.h"
#include "core/memory/word_counts.h"
#include "core/store/database.h"
#include "core/store/table_sweep.h"
#include "core/store/world_rules.h"

namespace agent_runtime {

namespace {

// `conversation_search` contains only words (no copy of the text) and is filled away from the hot
// path.
constexpr const char *STEP_1 = R"sql(
CREATE TABLE agent_conversations(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL,
	timestamp INTEGER NOT NULL,
	sender TEXT NOT NULL,
	content TEXT NOT NULL,
	recipient TEXT NOT NULL
);
CREATE INDEX agent_conversations_by_agent ON agent_conversations(agent_id, id);

CREATE VIRTUAL TABLE conversation_search USING fts5(
	owner, content,
	content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
)sql";

// A line of memory has a kind (message, summary, note) and a weight. A summary stands for the older
// messages up to the id `covers_to`. The indexes contain only the few rows that they name, and cost
// the others nothing.
constexpr const char *STEP_2 = R"sql(
ALTER TABLE agent_conversations ADD COLUMN kind TEXT NOT NULL DEFAULT 'message';
ALTER TABLE agent_conversations ADD COLUMN importance REAL NOT NULL DEFAULT 1;
ALTER TABLE agent_conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE agent_conversations ADD COLUMN covers_to INTEGER;
CREATE INDEX agent_conversations_pinned ON agent_conversations(agent_id, id) WHERE pinned = 1;
CREATE INDEX agent_conversations_summaries ON agent_conversations(agent_id, id)
	WHERE kind = 'summary';
)sql";

constexpr const char *STEPS[] = { STEP_1, STEP_2 };

using namespace vocabulary;

constexpr bool MAY_MISS = true;
constexpr double NEWEST = static_cast<double>(IdBounds::OF_OTHERS);
constexpr double HEAVIEST = 1e6; // for a line of memory

constexpr ColumnRule LINE_COLUMNS[] = {
	{ "id", ValueKind::number },
	{ "agent_id", ValueKind::agent },
	{ "timestamp", ValueKind::time },
	{ "sender", ValueKind::participant, MAY_MISS },
	{ "content", ValueKind::text, MAY_MISS },
	{ "recipient", ValueKind::participant, MAY_MISS },
	{ "kind", ValueKind::choice, false, 0, 0, LINE_KINDS },
	{ "importance", ValueKind::real, false, -HEAVIEST, HEAVIEST },
	{ "pinned", ValueKind::whole, false, 0, 1 },
	{ "covers_to", ValueKind::whole, MAY_MISS, 0, NEWEST },
};

// Pinned lines stay, and so does what each agent's mind is shown: the newest messages and the
// newest summary.
constexpr std::string_view STAYS =
		"pinned <> 0 OR id >= coalesce((SELECT l.id FROM agent_conversations l WHERE l.agent_id ="
		" agent_conversations.agent_id AND l.kind = 'message' ORDER BY l.id DESC LIMIT 1 OFFSET 4),"
		" 0) OR (kind = 'summary' AND id = (SELECT max(l.id) FROM agent_conversations l WHERE"
		" l.agent_id = agent_conversations.agent_id AND l.kind = 'summary'))";

Status remove_lines(Database &database, std::span<const std::int64_t> ids) {
	Status status;
	for (auto id = ids.begin(); id != ids.end() && status.ok(); ++id) {
		status = unindex_line(database, *id);
		if (status.ok()) {
			status = database.run("DELETE FROM agent_conversations WHERE id = ?1", *id);
		}
	}
	return status;
}

constexpr TableSweep LINE_SWEEP{ .stays = STAYS, .owner = "agent_id", .remove = &remove_lines };

constexpr TableRow TABLES[] = {
	{ .name = "agent_conversations",
			.of_world = true,
			.place = 2,
			.rules = LINE_COLUMNS,
			.before_removal = &unindex_lines,
			.after_switch = &reindex_all,
			.sweep = &LINE_SWEEP },
	{ .name = "conversation_search" },
};

constexpr RoomTables MEMORY{ "memory", STEPS, TABLES, &register_word_counts };

} // namespace

const RoomTables &memory_tables() {
	return MEMORY;
}

} // namespace agent_runtime
