-- A small world as version 0.1.0 saved it: never to be changed. What the header of the file says beside
-- it (user_version 5, application_id) is added by the test.
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
INSERT INTO meta VALUES('epoch', 'f4646510f1624a03');
INSERT INTO meta VALUES('max_bytes', '200000000');
INSERT INTO meta VALUES('sim_time', '6766667');
INSERT INTO meta VALUES('slot_agents', '3');
INSERT INTO meta VALUES('slot_checksum', '0746158079d2461e');
INSERT INTO meta VALUES('slot_event', '82');
INSERT INTO meta VALUES('slot_saved_at', '1767225606770000');
INSERT INTO meta VALUES('world_generation', '1');
INSERT INTO agents VALUES('agent_001', 1, 'Ada', '{"agent":"agent_001","budget":{"micro_dollars":1250000,"thoughts":1000,"thoughts_per_minute":500,"tokens":10000},"cli_backend":"offline","filter":{"addressed_only":true,"senders":["player_0"],"types":["AgentSpoke"]},"groups":["kitchen"],"hearing_radius":4.5,"key":"Ada","kind":"spawn","metadata":"{\"level\":3,\"sprite\":\"baker.png\"}","model":"sonnet","moved_by_game":false,"name":"Ada","persona":"You love \"bread\", and long walks — ünlike Bob.","position":{"x":0.0,"y":0.0},"role":"baker","routine":"wander","seat":"a","seed":0,"think_interval":0,"topics":["bread"],"walk_speed":2.5}', 'idle', 0.0, 0.0, 1767225600090000, NULL, 1);
INSERT INTO agents VALUES('agent_002', 2, 'Bob', '{"agent":"agent_002","cli_backend":"offline","default_mind":true,"hearing_radius":6.0,"key":"Bob","kind":"spawn","metadata":"","model":"","moved_by_game":false,"name":"Bob","persona":"","position":{"x":7.0,"y":3.0},"role":"","routine":"still","seat":"b","seed":0,"think_interval":0,"walk_speed":0.0,"home":{"x":5.0,"y":2.0}}', 'idle', 2.5, 1.0, 1767225600090000, NULL, 1);
INSERT INTO agents VALUES('agent_003', 3, 'Cid', '{"agent":"agent_003","cli_backend":"scripted","hearing_radius":6.0,"key":"Cid","kind":"spawn","metadata":"","model":"","moved_by_game":false,"name":"Cid","persona":"","position":{"x":0.0,"y":1.0},"role":"","seed":0,"think_interval":0,"paused":true}', 'idle', 0.0, 1.0, 1767225600090000, NULL, 1);
INSERT INTO agents VALUES('agent_004', 4, NULL, '{"agent":"agent_004","cli_backend":"offline","hearing_radius":6.0,"key":"Dora","kind":"spawn","metadata":"","model":"","moved_by_game":true,"name":"Dora","persona":"","position":{"x":0.0,"y":0.0},"role":"","seed":0,"think_interval":0}', 'idle', 0.0, 0.0, 1767225600090000, 1767225606500000, 1);
INSERT INTO agent_conversations VALUES(1, 'agent_001', 1767225600090000, 'player_0', 'Remember the blue door.', 'agent_001', 'message', 2.0, 1, NULL);
INSERT INTO agent_conversations VALUES(2, 'agent_003', 1767225600090000, 'player_0', 'Remember the blue door.', 'agent_001', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(3, 'agent_004', 1767225600090000, 'player_0', 'Remember the blue door.', 'agent_001', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(4, 'agent_001', 1767225600110000, 'agent_001', 'Yes, hello, Player. I feared the door was next. Show me the invoice and I will tell you what to expect of that.', 'player_0', 'message', 1.5, 0, NULL);
INSERT INTO agent_conversations VALUES(5, 'agent_003', 1767225600110000, 'agent_001', 'Yes, hello, Player. I feared the door was next. Show me the invoice and I will tell you what to expect of that.', 'player_0', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(6, 'agent_004', 1767225600110000, 'agent_001', 'Yes, hello, Player. I feared the door was next. Show me the invoice and I will tell you what to expect of that.', 'player_0', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(7, 'agent_002', 1767225600150000, 'player_0', 'What of the garden?', 'agent_002', 'message', 2.0, 0, NULL);
INSERT INTO agent_conversations VALUES(8, 'agent_003', 1767225600150000, 'player_0', 'What of the garden?', 'agent_002', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(9, 'agent_004', 1767225600150000, 'player_0', 'What of the garden?', 'agent_002', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(10, 'agent_002', 1767225600170000, 'agent_002', 'There you are, Player. What do I know about the garden? Enough to worry. Someone promised us miracles from that, and what we got was a questionnaire in triplicate.', 'player_0', 'message', 1.5, 0, NULL);
INSERT INTO agent_conversations VALUES(11, 'agent_002', 1767225603530000, 'player_0', 'sweep', 'agent_002', 'message', 2.0, 0, NULL);
INSERT INTO agent_conversations VALUES(12, 'agent_002', 1767225603550000, 'agent_002', 'Somebody always brings up "sweep". Talk as long as you like about that: the bucket still leaks.', 'player_0', 'message', 1.5, 0, NULL);
INSERT INTO agent_conversations VALUES(13, 'agent_003', 1767225603550000, 'agent_002', 'Somebody always brings up "sweep". Talk as long as you like about that: the bucket still leaks.', 'player_0', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(14, 'agent_004', 1767225603550000, 'agent_002', 'Somebody always brings up "sweep". Talk as long as you like about that: the bucket still leaks.', 'player_0', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(15, 'agent_001', 1767225603620000, 'agent_001', 'Morning, Bob. I have five minutes and no illusions. It is about bread.', 'agent_002', 'message', 1.5, 0, NULL);
INSERT INTO agent_conversations VALUES(16, 'agent_002', 1767225603620000, 'agent_001', 'Morning, Bob. I have five minutes and no illusions. It is about bread.', 'agent_002', 'message', 2.0, 0, NULL);
INSERT INTO agent_conversations VALUES(17, 'agent_003', 1767225603620000, 'agent_001', 'Morning, Bob. I have five minutes and no illusions. It is about bread.', 'agent_002', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(18, 'agent_004', 1767225603620000, 'agent_001', 'Morning, Bob. I have five minutes and no illusions. It is about bread.', 'agent_002', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(19, 'agent_002', 1767225606270000, 'agent_002', 'Yes, hello, Ada. Which leaves bread, worse luck. With that you mostly wait for somebody to hold the ladder.', 'agent_001', 'message', 1.5, 0, NULL);
INSERT INTO agent_conversations VALUES(20, 'agent_001', 1767225606270000, 'agent_002', 'Yes, hello, Ada. Which leaves bread, worse luck. With that you mostly wait for somebody to hold the ladder.', 'agent_001', 'message', 2.0, 0, NULL);
INSERT INTO agent_conversations VALUES(21, 'agent_003', 1767225606270000, 'agent_002', 'Yes, hello, Ada. Which leaves bread, worse luck. With that you mostly wait for somebody to hold the ladder.', 'agent_001', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(22, 'agent_004', 1767225606270000, 'agent_002', 'Yes, hello, Ada. Which leaves bread, worse luck. With that you mostly wait for somebody to hold the ladder.', 'agent_001', 'message', 1.0, 0, NULL);
INSERT INTO agent_tasks VALUES(1, 'agent_001', 'bake bread', 'assigned', 1767225603530000, NULL, 'Two loaves.', 'player_0', '', NULL, '');
INSERT INTO agent_tasks VALUES(2, 'agent_002', 'sweep', 'completed', 1767225603530000, 1767225603610000, '', 'player_0', '', 1767225603540000, 'clean');
DELETE FROM conversation_search_data;
INSERT INTO conversation_search_data VALUES(1, x'');
INSERT INTO conversation_search_data VALUES(10, x'00000000ff000001000000');
DELETE FROM conversation_search_idx;
DELETE FROM conversation_search_docsize;
DELETE FROM conversation_search_config;
INSERT INTO conversation_search_config VALUES('version', 4);
INSERT INTO auto_conversations VALUES('conversation_001', 1, 'bread', 'walk-to-agent', '["agent_001","agent_002"]', '{"agents":["agent_001","agent_002"],"conversation_id":"conversation_001","duration_ms":300000,"end_keyword":"[CONVERSATION_END]","interaction_pattern":"walk-to-agent","max_turns":2,"names":["Ada","Bob"],"pause_ms":1000,"roles":["baker","sceptic"],"topic":"bread"}', 'ended', 'max_turns', 1767225603610000, 1767225606270000, 2);
INSERT INTO auto_messages VALUES('conversation_001', 1, 'agent_001', 'Ada', 'Morning, Bob. I have five minutes and no illusions. It is about bread.', 1767225603620000);
INSERT INTO auto_messages VALUES('conversation_001', 2, 'agent_002', 'Bob', 'Yes, hello, Ada. Which leaves bread, worse luck. With that you mostly wait for somebody to hold the ladder.', 1767225606270000);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('agent_conversations', 22);
INSERT INTO sqlite_sequence VALUES('agent_tasks', 2);
PRAGMA user_version = 5;
