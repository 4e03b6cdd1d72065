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

constexpr std::array<const char *, 4> STEPS = { SCHEMA_1, SCHEMA_2, SCHEMA_3, SCHEMA_4 };

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
