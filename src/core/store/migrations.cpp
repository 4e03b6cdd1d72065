#include "core/store/migrations.h"

#include "core/store/transaction.h"

#include <array>
#include <string>

namespace agent_runtime {

namespace {

// Rows that come by the thousand a second carry no foreign keys: each would cost a look-up.
// `conversation_search` holds words only (no copy of the text) and is filled behind the hot path.
constexpr const char *SCHEMA_1 = R"sql(
CREATE TABLE meta(
	key TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta VALUES('epoch', lower(hex(randomblob(8))));
INSERT INTO meta VALUES('world_generation', '1');

CREATE TABLE events(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	ts INTEGER NOT NULL,
	type TEXT NOT NULL,
	entity TEXT NOT NULL,
	trace_id TEXT,
	data TEXT NOT NULL
);
CREATE INDEX events_by_entity ON events(entity, id);
CREATE INDEX events_by_ts ON events(ts);

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

CREATE TABLE snapshots(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	event_id INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	kind TEXT NOT NULL,
	data BLOB NOT NULL
);

CREATE TABLE claims(
	name TEXT PRIMARY KEY,
	owner TEXT NOT NULL,
	expires_at INTEGER,
	value TEXT NOT NULL
) WITHOUT ROWID;

CREATE VIRTUAL TABLE conversation_search USING fts5(
	owner, content,
	content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
)sql";

// A line of memory has a kind (message, summary, note) and a weight; a summary stands for the
// older messages up to the one of the id `covers_to`. The indexes hold the few rows that they name
// and cost the others nothing.
constexpr const char *SCHEMA_2 = R"sql(
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

// What minds have cost, by account; `refilled_…` is what it was when the account's caps were last
// told to count from there. A row of `ledger_open` is a call that has not ended, with what it may
// cost at the most. None of it is ever taken back: no save game, no retention.
constexpr const char *SCHEMA_3 = R"sql(
CREATE TABLE ledger(
	account TEXT PRIMARY KEY,
	calls INTEGER NOT NULL,
	paid_calls INTEGER NOT NULL,
	input_tokens INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL,
	micro_dollars INTEGER NOT NULL,
	refilled_calls INTEGER NOT NULL DEFAULT 0,
	refilled_paid_calls INTEGER NOT NULL DEFAULT 0,
	refilled_input_tokens INTEGER NOT NULL DEFAULT 0,
	refilled_output_tokens INTEGER NOT NULL DEFAULT 0,
	refilled_micro_dollars INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE ledger_open(
	reservation INTEGER PRIMARY KEY,
	accounts TEXT NOT NULL,
	paid INTEGER NOT NULL,
	input_tokens INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL,
	micro_dollars INTEGER NOT NULL
);
)sql";

// Conversations that are led, with what was said in them, turn by turn. `settings` holds all that
// one was started with, and `agents` the ids of who takes part, both as JSON.
constexpr const char *SCHEMA_4 = R"sql(
CREATE TABLE auto_conversations(
	id TEXT PRIMARY KEY,
	number INTEGER NOT NULL UNIQUE,
	topic TEXT NOT NULL,
	pattern TEXT NOT NULL,
	agents TEXT NOT NULL,
	settings TEXT NOT NULL,
	status TEXT NOT NULL,
	reason TEXT NOT NULL,
	started_at INTEGER NOT NULL,
	ended_at INTEGER,
	turns INTEGER NOT NULL
);
CREATE INDEX auto_conversations_ended ON auto_conversations(ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE auto_messages(
	conversation_id TEXT NOT NULL,
	turn INTEGER NOT NULL,
	agent_id TEXT NOT NULL,
	name TEXT NOT NULL,
	text TEXT NOT NULL,
	timestamp INTEGER NOT NULL,
	PRIMARY KEY(conversation_id, turn)
) WITHOUT ROWID;
)sql";

// A change of state is one row of `event_rows`: its type is empty, and its data are the first
// letters of the old and the new state, the place, and the task as JSON if there is one, such as
// il12.0,7.0;"Tea". `events` and `agent_state_history` show it as the event and as the row of
// history that it is. `state_rows` has what is history and no such event: what older files held,
// and agents that came back. In place of an index, `event_times` has the latest time of each few
// events; a row holds as far as to the next one, and the first ones of an older file hold for all
// before.
// A file keeps the bound of size that was usual when it was made.
constexpr const char *SCHEMA_5 = R"sql(
CREATE TABLE event_times(
	first INTEGER PRIMARY KEY,
	latest INTEGER NOT NULL
);
INSERT INTO event_times SELECT 0, latest FROM (SELECT max(ts) AS latest FROM events)
	WHERE latest IS NOT NULL;
INSERT OR IGNORE INTO event_times SELECT newest - newest % 64, latest
	FROM event_times, (SELECT max(id) AS newest FROM events);
DROP INDEX events_by_ts;

INSERT INTO meta SELECT 'max_bytes', CASE WHEN EXISTS(SELECT 1 FROM sqlite_sequence)
	THEN '1000000000' ELSE '200000000' END;

ALTER TABLE events RENAME TO event_rows;
ALTER TABLE agent_state_history RENAME TO state_rows;
CREATE VIEW event_parts AS SELECT
	id, ts, type, entity, trace_id, data,
	CAST(CASE substr(data, 1, 1) WHEN 'i' THEN 'idle' WHEN 'l' THEN 'listening'
		WHEN 't' THEN 'thinking' ELSE 'speaking' END AS TEXT) AS old_state,
	CAST(CASE substr(data, 2, 1) WHEN 'i' THEN 'idle' WHEN 'l' THEN 'listening'
		WHEN 't' THEN 'thinking' ELSE 'speaking' END AS TEXT) AS state,
	substr(data, 3, instr(data, ',') - 3) AS x,
	substr(data, instr(data, ',') + 1, instr(data, ';') - instr(data, ',') - 1) AS y,
	substr(data, instr(data, ';') + 1) AS task
FROM event_rows;
CREATE VIEW events AS SELECT
	id, ts, CAST(CASE type WHEN '' THEN 'agent_state_update' ELSE type END AS TEXT) AS type,
	entity, trace_id,
	CAST(CASE type WHEN '' THEN
		'{"current_task":' || CASE task WHEN '' THEN '""' ELSE task END ||
		',"old_state":"' || old_state || '","position":{"x":' || x || ',"y":' || y ||
		'},"state":"' || state || '"}' ELSE data END AS TEXT) AS data
FROM event_parts;
CREATE VIEW agent_state_history AS
	SELECT id, entity AS agent_id, old_state, state AS new_state, ts AS timestamp
	FROM event_parts WHERE type = ''
UNION ALL
	SELECT id, agent_id, old_state, new_state, timestamp FROM state_rows;
)sql";

constexpr std::array<const char *, 5> STEPS = { SCHEMA_1, SCHEMA_2, SCHEMA_3, SCHEMA_4, SCHEMA_5 };

Status run_step(Database &database, int version) {
	Result<Transaction> transaction = Transaction::begin(database);
	if (!transaction.ok()) {
		return transaction.status();
	}
	const Result<std::int64_t> found = database.integer("PRAGMA user_version", 0);
	if (!found.ok()) {
		return found.status();
	}
	if (found.value() >= version) {
		return {};
	}
	const std::string script = std::string(STEPS[static_cast<std::size_t>(version) - 1]) +
			"PRAGMA application_id = " + std::to_string(STORE_APPLICATION_ID) + ";" +
			"PRAGMA user_version = " + std::to_string(version) + ";";
	Status status = database.exec(script);
	if (!status.ok()) {
		return status;
	}
	return transaction.value().commit();
}

} // namespace

int newest_schema_version() {
	return static_cast<int>(STEPS.size());
}

Status migrate(Database &database, int version) {
	for (int step = 1; step <= version; ++step) {
		Status status = run_step(database, step);
		if (!status.ok()) {
			return status;
		}
	}
	return {};
}

} // namespace agent_runtime
