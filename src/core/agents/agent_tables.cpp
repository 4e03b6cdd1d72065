#include "core/agents/agent_tables.h"

#include "core/base/vocabulary_agents.h"
#include "core/base/vocabulary_memory.h"
#include "core/store/search_index.h"
#include "core/store/world_rules.h"

namespace agent_runtime {

namespace {

// `conversation_search` holds words only (no copy of the text) and is filled behind the hot path.
constexpr const char *STEP_1 = R"sql(
CREATE TABLE agents(
	id TEXT PRIMARY KEY,
	number INTEGER NOT NULL UNIQUE,
	key TEXT UNIQUE,
	config TEXT NOT NULL,
	state TEXT NOT NULL,
	x REAL NOT NULL,
	y REAL NOT NULL,
	created_at INTEGER NOT NULL,
	terminated_at INTEGER,
	generation INTEGER NOT NULL
);

CREATE TABLE agent_conversations(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL,
	timestamp INTEGER NOT NULL,
	sender TEXT NOT NULL,
	content TEXT NOT NULL,
	recipient TEXT NOT NULL
);
CREATE INDEX agent_conversations_by_agent ON agent_conversations(agent_id, id);

CREATE TABLE agent_tasks(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL,
	task_name TEXT NOT NULL,
	status TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	completed_at INTEGER
);
CREATE INDEX agent_tasks_by_agent ON agent_tasks(agent_id, id);

CREATE TABLE agent_state_history(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL,
	old_state TEXT NOT NULL,
	new_state TEXT NOT NULL,
	timestamp INTEGER NOT NULL
);
CREATE INDEX agent_state_history_by_agent ON agent_state_history(agent_id, id);

CREATE TABLE steps(
	step INTEGER PRIMARY KEY,
	sim_time INTEGER NOT NULL
);
CREATE TABLE inputs(
	seq INTEGER PRIMARY KEY,
	step INTEGER NOT NULL,
	kind TEXT NOT NULL,
	data TEXT NOT NULL
);

CREATE VIRTUAL TABLE conversation_search USING fts5(
	owner, content,
	content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
)sql";

// A line of memory has a kind (message, summary, note) and a weight; a summary stands for the
// older messages up to the one of the id `covers_to`. The indexes hold the few rows that they name
// and cost the others nothing.
constexpr const char *STEP_2 = R"sql(
ALTER TABLE agent_conversations ADD COLUMN kind TEXT NOT NULL DEFAULT 'message';
ALTER TABLE agent_conversations ADD COLUMN importance REAL NOT NULL DEFAULT 1;
ALTER TABLE agent_conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE agent_conversations ADD COLUMN covers_to INTEGER;
CREATE INDEX agent_conversations_pinned ON agent_conversations(agent_id, id) WHERE pinned = 1;
CREATE INDEX agent_conversations_summaries ON agent_conversations(agent_id, id)
	WHERE kind = 'summary';

ALTER TABLE agent_tasks ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_tasks ADD COLUMN assigned_by TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_tasks ADD COLUMN partner TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_tasks ADD COLUMN started_at INTEGER;
ALTER TABLE agent_tasks ADD COLUMN result TEXT NOT NULL DEFAULT '';
CREATE INDEX agent_tasks_done ON agent_tasks(completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX agent_tasks_open ON agent_tasks(agent_id, id) WHERE completed_at IS NULL;
)sql";

// `agent_state_history` shows changes of state, which the log holds, as rows of history.
// `state_rows` has what is history and no such event: what older files held, and agents that came
// back.
constexpr const char *STEP_3 = R"sql(
ALTER TABLE agent_state_history RENAME TO state_rows;
CREATE VIEW agent_state_history AS
	SELECT id, entity AS agent_id, old_state, state AS new_state, ts AS timestamp
	FROM event_parts WHERE type = ''
UNION ALL
	SELECT id, agent_id, old_state, new_state, timestamp FROM state_rows;
)sql";

constexpr const char *STEPS[] = { STEP_1, STEP_2, STEP_3 };

using namespace vocabulary;

constexpr bool MAY_MISS = true;
constexpr double FARTHEST = LARGEST_COORDINATE;
constexpr double NEWEST = static_cast<double>(IdBounds::OF_OTHERS);
constexpr double HEAVIEST = 1e6; // a line of memory

constexpr ColumnRule AGENT_COLUMNS[] = {
	{ "id", ValueKind::own_agent },
	{ "number", ValueKind::agent_number },
	{ "key", ValueKind::text, MAY_MISS, 0, 0, {}, "terminated_at" },
	{ "config", ValueKind::object },
	{ "state", ValueKind::choice, false, 0, 0, STATES },
	{ "x", ValueKind::real, false, -FARTHEST, FARTHEST },
	{ "y", ValueKind::real, false, -FARTHEST, FARTHEST },
	{ "created_at", ValueKind::time },
	{ "terminated_at", ValueKind::time, MAY_MISS },
	{ "generation", ValueKind::whole, false, 0, NEWEST },
};
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
constexpr ColumnRule TASK_COLUMNS[] = {
	{ "id", ValueKind::number },
	{ "agent_id", ValueKind::agent },
	{ "task_name", ValueKind::text, MAY_MISS },
	{ "status", ValueKind::choice, false, 0, 0, TASK_STATUSES },
	{ "created_at", ValueKind::time },
	{ "completed_at", ValueKind::time, MAY_MISS },
	{ "description", ValueKind::text, MAY_MISS },
	{ "assigned_by", ValueKind::participant, MAY_MISS },
	{ "partner", ValueKind::agent, MAY_MISS },
	{ "started_at", ValueKind::time, MAY_MISS },
	{ "result", ValueKind::text, MAY_MISS },
};

constexpr TableRow TABLES[] = {
	{ .name = "agents", .of_world = true, .rules = AGENT_COLUMNS },
	{ .name = "agent_conversations",
			.of_world = true,
			.rules = LINE_COLUMNS,
			.before_removal = &unindex_lines,
			.after_switch = &reindex_all },
	{ .name = "agent_tasks", .of_world = true, .rules = TASK_COLUMNS },
	{ .name = "state_rows" },
	{ .name = "steps" },
	{ .name = "inputs" },
	{ .name = "conversation_search" },
};

constexpr RoomTables AGENTS{ "agents", STEPS, TABLES };

} // namespace

const RoomTables &agent_tables() {
	return AGENTS;
}

} // namespace agent_runtime
