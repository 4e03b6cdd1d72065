-- A saved world of layout 6, as files have it that were saved then: never to be changed. The number of
-- the schema stands in the file's name, and the mark of a slot (application_id) is added by the test.
CREATE TABLE meta(
	key TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE "event_rows"(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	ts INTEGER NOT NULL,
	type TEXT NOT NULL,
	entity TEXT NOT NULL,
	trace_id TEXT,
	data TEXT NOT NULL
);
CREATE INDEX events_by_entity ON "event_rows"(entity, id);
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
, kind TEXT NOT NULL DEFAULT 'message', importance REAL NOT NULL DEFAULT 1, pinned INTEGER NOT NULL DEFAULT 0, covers_to INTEGER);
CREATE INDEX agent_conversations_by_agent ON agent_conversations(agent_id, id);
CREATE TABLE agent_tasks(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL,
	task_name TEXT NOT NULL,
	status TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	completed_at INTEGER
, description TEXT NOT NULL DEFAULT '', assigned_by TEXT NOT NULL DEFAULT '', partner TEXT NOT NULL DEFAULT '', started_at INTEGER, result TEXT NOT NULL DEFAULT '');
CREATE INDEX agent_tasks_by_agent ON agent_tasks(agent_id, id);
CREATE TABLE "state_rows"(
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	agent_id TEXT NOT NULL,
	old_state TEXT NOT NULL,
	new_state TEXT NOT NULL,
	timestamp INTEGER NOT NULL
);
CREATE INDEX agent_state_history_by_agent ON "state_rows"(agent_id, id);
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
CREATE TABLE room_versions(room TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO room_versions VALUES('agents', 3);
INSERT INTO room_versions VALUES('auto_mode', 1);
INSERT INTO room_versions VALUES('log', 2);
INSERT INTO room_versions VALUES('turns', 1);
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
CREATE INDEX agent_conversations_pinned ON agent_conversations(agent_id, id) WHERE pinned = 1;
CREATE INDEX agent_conversations_summaries ON agent_conversations(agent_id, id)
	WHERE kind = 'summary';
CREATE INDEX agent_tasks_done ON agent_tasks(completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX agent_tasks_open ON agent_tasks(agent_id, id) WHERE completed_at IS NULL;
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
CREATE TABLE event_times(
	first INTEGER PRIMARY KEY,
	latest INTEGER NOT NULL
);
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
INSERT INTO meta VALUES('epoch', '17bb5d2607e36355');
INSERT INTO meta VALUES('highest_agents', '3');
INSERT INTO meta VALUES('highest_auto_conversations', '1');
INSERT INTO meta VALUES('max_bytes', '200000000');
INSERT INTO meta VALUES('sim_time', '0');
INSERT INTO meta VALUES('slot_agents', '2');
INSERT INTO meta VALUES('slot_checksum', '941c55ac79b852fc');
INSERT INTO meta VALUES('slot_event', '4');
INSERT INTO meta VALUES('slot_saved_at', '1767225600000000');
INSERT INTO meta VALUES('world_generation', '1');
INSERT INTO agents VALUES('agent_001', 1, 'Ada', '{"agent":"agent_001","cli_backend":"offline","hearing_radius":0.0,"key":"Ada","kind":"spawn","metadata":{},"model":"","moved_by_game":false,"name":"Ada","persona":"bakes bread","position":{"x":0.0,"y":0.0},"role":"baker","seed":0,"think_interval":0}', 'idle', 3.0, 4.0, 1795055600000000, NULL, 2);
INSERT INTO agents VALUES('agent_003', 3, 'Bob', '{"agent":"agent_003","cli_backend":"offline","hearing_radius":0.0,"key":"Bob","kind":"spawn","metadata":{},"model":"","moved_by_game":false,"name":"Bob","persona":"bakes bread","position":{"x":1.5,"y":2.0},"role":"baker","seed":0,"think_interval":0}', 'idle', 1.5, 2.0, 1795055601000000, NULL, 2);
INSERT INTO agent_conversations VALUES(1, 'agent_001', 1795055602000000, '', 'Remember the blue door.', 'agent_001', 'message', 1.0, 1, NULL);
INSERT INTO agent_conversations VALUES(2, 'agent_001', 1795055602500000, 'agent_001', 'It creaks.', '', 'message', 1.0, 0, NULL);
INSERT INTO agent_tasks VALUES(1, 'agent_003', 'bake bread', 'assigned', 1795055602000000, NULL, '', '', '', NULL, '');
DELETE FROM conversation_search_data;
INSERT INTO conversation_search_data VALUES(1, x'');
INSERT INTO conversation_search_data VALUES(10, x'00000000ff000001000000');
DELETE FROM conversation_search_idx;
DELETE FROM conversation_search_docsize;
DELETE FROM conversation_search_config;
INSERT INTO conversation_search_config VALUES('version', 4);
INSERT INTO auto_conversations VALUES('conversation_001', 1, 'Bells', 'stay-at-desk', '["agent_001","agent_003"]', '{}', 'ended', 'stopped', 1795055602000000, 1795055603000000, 1);
INSERT INTO auto_messages VALUES('conversation_001', 1, 'agent_001', 'Ada', 'Hear the bell?', 1795055602500000);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('agent_conversations', 2);
INSERT INTO sqlite_sequence VALUES('agent_tasks', 1);
