-- The database of a small world as version 0.1.0 left it: never to be changed. What the header of the
-- file says beside it (user_version 5, application_id) is added by the test.
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
INSERT INTO meta VALUES('given_ids', '{"agents":4,"calls":0,"conversations":2,"tasks":2}');
INSERT INTO meta VALUES('max_bytes', '200000000');
INSERT INTO meta VALUES('recording', '{"after":0,"call":0,"settings":{"characters_per_second":0.0,"hearing_radius":6.0,"interruptions_per_thought":2,"listening":1000,"offline_spread":1000,"offline_thought":1000,"overhearing_cooldown":20000000,"overhearing_thinkers":1,"path_quota":200000,"seed":0,"stuck_after":15000000,"think_interval":5000000,"think_jitter":2000000,"thought_deadline":120000000,"tick":10000,"tool_rounds":8,"tools_at_once":16,"walk_speed":3.0}}');
INSERT INTO meta VALUES('search_cursor', '22');
INSERT INTO meta VALUES('sim_time', '9940000');
INSERT INTO meta VALUES('unfinished_step', '0');
INSERT INTO meta VALUES('world_generation', '1');
INSERT INTO event_rows VALUES(1, 1767225600000000, 'runtime_started', '', NULL, '{"epoch":"f4646510f1624a03"}');
INSERT INTO event_rows VALUES(2, 1767225600090000, 'agent_spawned', 'agent_001', NULL, '{"key":"Ada","name":"Ada","position":{"x":0.0,"y":0.0},"role":"baker"}');
INSERT INTO event_rows VALUES(3, 1767225600090000, 'agent_spawned', 'agent_002', NULL, '{"key":"Bob","name":"Bob","position":{"x":7.0,"y":3.0},"role":""}');
INSERT INTO event_rows VALUES(4, 1767225600090000, 'agent_spawned', 'agent_003', NULL, '{"key":"Cid","name":"Cid","position":{"x":0.0,"y":1.0},"role":""}');
INSERT INTO event_rows VALUES(5, 1767225600090000, 'agent_spawned', 'agent_004', NULL, '{"key":"Dora","name":"Dora","position":{"x":0.0,"y":0.0},"role":""}');
INSERT INTO event_rows VALUES(6, 1767225600090000, 'agent_speech', 'player_0', NULL, '{"content":"Remember the blue door.","recipients":["agent_001","agent_003","agent_004"],"to":"agent_001"}');
INSERT INTO event_rows VALUES(7, 1767225600090000, '', 'agent_001', NULL, 'il0.0,0.0;');
INSERT INTO event_rows VALUES(8, 1767225600090000, 'message_acknowledged', 'agent_001', NULL, '{"from":"player_0"}');
INSERT INTO event_rows VALUES(9, 1767225600090000, '', 'agent_003', NULL, 'il0.0,1.0;');
INSERT INTO event_rows VALUES(10, 1767225600090000, '', 'agent_003', NULL, 'li0.0,1.0;');
INSERT INTO event_rows VALUES(11, 1767225600090000, '', 'agent_004', NULL, 'il0.0,0.0;');
INSERT INTO event_rows VALUES(12, 1767225600090000, '', 'agent_004', NULL, 'li0.0,0.0;');
INSERT INTO event_rows VALUES(13, 1767225600100000, '', 'agent_001', NULL, 'lt0.0,0.0;');
INSERT INTO event_rows VALUES(14, 1767225600110000, '', 'agent_001', NULL, 'ts0.0,0.0;');
INSERT INTO event_rows VALUES(15, 1767225600110000, 'agent_speech', 'agent_001', NULL, '{"content":"Yes, hello, Player. I feared the door was next. Show me the invoice and I will tell you what to expect of that.","recipients":["agent_003","agent_004","player_0"],"to":"player_0"}');
INSERT INTO event_rows VALUES(16, 1767225600110000, '', 'agent_001', NULL, 'si0.0,0.0;');
INSERT INTO event_rows VALUES(17, 1767225600110000, '', 'agent_003', NULL, 'il0.0,1.0;');
INSERT INTO event_rows VALUES(18, 1767225600110000, '', 'agent_003', NULL, 'li0.0,1.0;');
INSERT INTO event_rows VALUES(19, 1767225600110000, '', 'agent_004', NULL, 'il0.0,0.0;');
INSERT INTO event_rows VALUES(20, 1767225600110000, '', 'agent_004', NULL, 'li0.0,0.0;');
INSERT INTO event_rows VALUES(21, 1767225600150000, 'agent_speech', 'player_0', NULL, '{"content":"What of the garden?","recipients":["agent_002","agent_003","agent_004"],"to":"agent_002"}');
INSERT INTO event_rows VALUES(22, 1767225600150000, '', 'agent_002', NULL, 'il7.0,3.0;');
INSERT INTO event_rows VALUES(23, 1767225600150000, 'message_acknowledged', 'agent_002', NULL, '{"from":"player_0"}');
INSERT INTO event_rows VALUES(24, 1767225600150000, '', 'agent_003', NULL, 'il0.0,1.0;');
INSERT INTO event_rows VALUES(25, 1767225600150000, '', 'agent_003', NULL, 'li0.0,1.0;');
INSERT INTO event_rows VALUES(26, 1767225600150000, '', 'agent_004', NULL, 'il0.0,0.0;');
INSERT INTO event_rows VALUES(27, 1767225600150000, '', 'agent_004', NULL, 'li0.0,0.0;');
INSERT INTO event_rows VALUES(28, 1767225600160000, '', 'agent_002', NULL, 'lt7.0,3.0;');
INSERT INTO event_rows VALUES(29, 1767225600170000, '', 'agent_002', NULL, 'ts7.0,3.0;');
INSERT INTO event_rows VALUES(30, 1767225600170000, 'agent_speech', 'agent_002', NULL, '{"content":"There you are, Player. What do I know about the garden? Enough to worry. Someone promised us miracles from that, and what we got was a questionnaire in triplicate.","recipients":["player_0"],"to":"player_0"}');
INSERT INTO event_rows VALUES(31, 1767225600170000, '', 'agent_002', NULL, 'si7.0,3.0;');
INSERT INTO event_rows VALUES(32, 1767225600920000, 'memory_changed', 'agent_001', NULL, '{"count":1,"line_ids":[1],"what":"pinned"}');
INSERT INTO event_rows VALUES(33, 1767225602770000, 'agent_moved', 'agent_002', NULL, '{"from":{"x":7.0,"y":3.0},"position":{"x":5.0,"y":2.0}}');
INSERT INTO event_rows VALUES(34, 1767225602770000, 'agent_arrived', 'agent_002', NULL, '{"facing":"up","position":{"x":5.0,"y":2.0}}');
INSERT INTO event_rows VALUES(35, 1767225603530000, 'agent_task_changed', 'agent_001', NULL, '{"assigned_by":"player_0","description":"Two loaves.","result":"","status":"assigned","task_id":"task_001","task_name":"bake bread"}');
INSERT INTO event_rows VALUES(36, 1767225603530000, 'agent_task_changed', 'agent_002', NULL, '{"assigned_by":"player_0","description":"","result":"","status":"assigned","task_id":"task_002","task_name":"sweep"}');
INSERT INTO event_rows VALUES(37, 1767225603530000, '', 'agent_002', NULL, 'il5.0,2.0;"sweep"');
INSERT INTO event_rows VALUES(38, 1767225603530000, 'message_acknowledged', 'agent_002', NULL, '{"from":"player_0"}');
INSERT INTO event_rows VALUES(39, 1767225603540000, '', 'agent_002', NULL, 'lt5.0,2.0;"sweep"');
INSERT INTO event_rows VALUES(40, 1767225603540000, 'agent_task_changed', 'agent_002', NULL, '{"assigned_by":"player_0","description":"","result":"","status":"in_progress","task_id":"task_002","task_name":"sweep"}');
INSERT INTO event_rows VALUES(41, 1767225603550000, '', 'agent_002', NULL, 'ts5.0,2.0;"sweep"');
INSERT INTO event_rows VALUES(42, 1767225603550000, 'agent_speech', 'agent_002', NULL, '{"content":"Somebody always brings up \"sweep\". Talk as long as you like about that: the bucket still leaks.","recipients":["agent_003","agent_004","player_0"],"to":"player_0"}');
INSERT INTO event_rows VALUES(43, 1767225603550000, '', 'agent_002', NULL, 'si5.0,2.0;"sweep"');
INSERT INTO event_rows VALUES(44, 1767225603550000, '', 'agent_003', NULL, 'il0.0,1.0;');
INSERT INTO event_rows VALUES(45, 1767225603550000, '', 'agent_003', NULL, 'li0.0,1.0;');
INSERT INTO event_rows VALUES(46, 1767225603550000, '', 'agent_004', NULL, 'il0.0,0.0;');
INSERT INTO event_rows VALUES(47, 1767225603550000, '', 'agent_004', NULL, 'li0.0,0.0;');
INSERT INTO event_rows VALUES(48, 1767225603610000, 'agent_task_changed', 'agent_002', NULL, '{"assigned_by":"player_0","description":"","result":"clean","status":"completed","task_id":"task_002","task_name":"sweep"}');
INSERT INTO event_rows VALUES(49, 1767225603610000, 'agent_pause_update', 'agent_003', NULL, '{"paused":true}');
INSERT INTO event_rows VALUES(50, 1767225603610000, 'autoModeStarted', '', NULL, '{"agents":["agent_001","agent_002"],"conversation_id":"conversation_001","duration_ms":300000,"end_keyword":"[CONVERSATION_END]","interaction_pattern":"walk-to-agent","max_turns":2,"names":["Ada","Bob"],"pause_ms":1000,"roles":["baker","sceptic"],"topic":"bread","turns":0}');
INSERT INTO event_rows VALUES(51, 1767225603610000, 'autoModeTurnChange', 'agent_001', NULL, '{"conversation_id":"conversation_001","turn":1}');
INSERT INTO event_rows VALUES(52, 1767225603610000, '', 'agent_001', NULL, 'it0.1666666716337204,0.0;"bake bread"');
INSERT INTO event_rows VALUES(53, 1767225603620000, '', 'agent_001', NULL, 'ts0.1666666716337204,0.0;"bake bread"');
INSERT INTO event_rows VALUES(54, 1767225603620000, 'agent_speech', 'agent_001', NULL, '{"content":"Morning, Bob. I have five minutes and no illusions. It is about bread.","recipients":["agent_002","agent_003","agent_004"],"to":"agent_002"}');
INSERT INTO event_rows VALUES(55, 1767225603620000, 'agentMessage', 'agent_001', NULL, '{"conversation_id":"conversation_001","text":"Morning, Bob. I have five minutes and no illusions. It is about bread.","turn":1}');
INSERT INTO event_rows VALUES(56, 1767225603620000, '', 'agent_001', NULL, 'si0.1666666716337204,0.0;"bake bread"');
INSERT INTO event_rows VALUES(57, 1767225603620000, '', 'agent_002', NULL, 'il5.0,2.0;');
INSERT INTO event_rows VALUES(58, 1767225603620000, 'message_acknowledged', 'agent_002', NULL, '{"from":"agent_001"}');
INSERT INTO event_rows VALUES(59, 1767225603620000, '', 'agent_003', NULL, 'il0.0,1.0;');
INSERT INTO event_rows VALUES(60, 1767225603620000, '', 'agent_003', NULL, 'li0.0,1.0;');
INSERT INTO event_rows VALUES(61, 1767225603620000, '', 'agent_004', NULL, 'il0.0,0.0;');
INSERT INTO event_rows VALUES(62, 1767225603620000, '', 'agent_004', NULL, 'li0.0,0.0;');
INSERT INTO event_rows VALUES(63, 1767225603940000, 'agent_moved', 'agent_001', NULL, '{"from":{"x":0.0,"y":0.0},"position":{"x":1.0,"y":0.0}}');
INSERT INTO event_rows VALUES(64, 1767225604620000, 'autoModeTurnChange', 'agent_002', NULL, '{"conversation_id":"conversation_001","turn":2}');
INSERT INTO event_rows VALUES(65, 1767225606270000, 'agent_moved', 'agent_002', NULL, '{"from":{"x":5.0,"y":2.0},"position":{"x":1.0,"y":1.0}}');
INSERT INTO event_rows VALUES(66, 1767225606270000, 'agent_arrived', 'agent_002', NULL, '{"facing":"up","position":{"x":1.0,"y":1.0}}');
INSERT INTO event_rows VALUES(67, 1767225606270000, '', 'agent_002', NULL, 'lt1.0,1.0;');
INSERT INTO event_rows VALUES(68, 1767225606270000, '', 'agent_002', NULL, 'ts1.0,1.0;');
INSERT INTO event_rows VALUES(69, 1767225606270000, 'agent_speech', 'agent_002', NULL, '{"content":"Yes, hello, Ada. Which leaves bread, worse luck. With that you mostly wait for somebody to hold the ladder.","recipients":["agent_001","agent_003","agent_004"],"to":"agent_001"}');
INSERT INTO event_rows VALUES(70, 1767225606270000, 'agentMessage', 'agent_002', NULL, '{"conversation_id":"conversation_001","text":"Yes, hello, Ada. Which leaves bread, worse luck. With that you mostly wait for somebody to hold the ladder.","turn":2}');
INSERT INTO event_rows VALUES(71, 1767225606270000, '', 'agent_001', NULL, 'il1.0,0.0;"bake bread"');
INSERT INTO event_rows VALUES(72, 1767225606270000, 'message_acknowledged', 'agent_001', NULL, '{"from":"agent_002"}');
INSERT INTO event_rows VALUES(73, 1767225606270000, '', 'agent_002', NULL, 'si1.0,1.0;');
INSERT INTO event_rows VALUES(74, 1767225606270000, '', 'agent_003', NULL, 'il0.0,1.0;');
INSERT INTO event_rows VALUES(75, 1767225606270000, '', 'agent_003', NULL, 'li0.0,1.0;');
INSERT INTO event_rows VALUES(76, 1767225606270000, '', 'agent_004', NULL, 'il0.0,0.0;');
INSERT INTO event_rows VALUES(77, 1767225606270000, '', 'agent_004', NULL, 'li0.0,0.0;');
INSERT INTO event_rows VALUES(78, 1767225606270000, 'autoModeEnded', '', NULL, '{"conversation_id":"conversation_001","reason":"max_turns","turns":2}');
INSERT INTO event_rows VALUES(79, 1767225606270000, '', 'agent_001', NULL, 'li1.0,0.0;"bake bread"');
INSERT INTO event_rows VALUES(80, 1767225606500000, 'agent_terminated', 'agent_004', NULL, '{"reason":"done here"}');
INSERT INTO event_rows VALUES(81, 1767225606670000, 'agent_moved', 'agent_001', NULL, '{"from":{"x":1.0,"y":0.0},"position":{"x":0.0,"y":0.0}}');
INSERT INTO event_rows VALUES(82, 1767225606670000, 'agent_arrived', 'agent_001', NULL, '{"facing":"up","position":{"x":0.0,"y":0.0}}');
INSERT INTO event_rows VALUES(83, 1767225606770000, 'autoModeStarted', '', NULL, '{"agents":["agent_001","agent_002"],"conversation_id":"conversation_002","duration_ms":300000,"end_keyword":"[CONVERSATION_END]","interaction_pattern":"walk-to-agent","max_turns":50,"names":["Ada","Bob"],"pause_ms":1000,"roles":["baker","sceptic"],"topic":"Is an honest attempt that fails worth more than a lucky success? Decide how you would pay, praise and teach by it.","turns":0}');
INSERT INTO event_rows VALUES(84, 1767225606770000, 'autoModeTurnChange', 'agent_001', NULL, '{"conversation_id":"conversation_002","turn":1}');
INSERT INTO event_rows VALUES(85, 1767225606770000, '', 'agent_001', NULL, 'it0.0,0.0;"bake bread"');
INSERT INTO event_rows VALUES(86, 1767225606780000, '', 'agent_001', NULL, 'ts0.0,0.0;"bake bread"');
INSERT INTO event_rows VALUES(87, 1767225606780000, 'agent_speech', 'agent_001', NULL, '{"content":"You again, Bob. Well, sit down. The subject is \"Is an honest attempt that fails worth more than a lucky success?\", and I did not choose it.","recipients":["agent_002","agent_003"],"to":"agent_002"}');
INSERT INTO event_rows VALUES(88, 1767225606780000, 'agentMessage', 'agent_001', NULL, '{"conversation_id":"conversation_002","text":"You again, Bob. Well, sit down. The subject is \"Is an honest attempt that fails worth more than a lucky success?\", and I did not choose it.","turn":1}');
INSERT INTO event_rows VALUES(89, 1767225606780000, '', 'agent_001', NULL, 'si0.0,0.0;"bake bread"');
INSERT INTO event_rows VALUES(90, 1767225606780000, '', 'agent_002', NULL, 'il2.5,1.0;');
INSERT INTO event_rows VALUES(91, 1767225606780000, 'message_acknowledged', 'agent_002', NULL, '{"from":"agent_001"}');
INSERT INTO event_rows VALUES(92, 1767225606780000, '', 'agent_003', NULL, 'il0.0,1.0;');
INSERT INTO event_rows VALUES(93, 1767225606780000, '', 'agent_003', NULL, 'li0.0,1.0;');
INSERT INTO event_rows VALUES(94, 1767225607780000, 'autoModeTurnChange', 'agent_002', NULL, '{"conversation_id":"conversation_002","turn":2}');
INSERT INTO event_rows VALUES(95, 1767225609940000, 'agent_moved', 'agent_002', NULL, '{"from":{"x":1.0,"y":1.0},"position":{"x":1.0,"y":0.0}}');
INSERT INTO event_rows VALUES(96, 1767225609940000, 'agent_arrived', 'agent_002', NULL, '{"facing":"left","position":{"x":1.0,"y":0.0}}');
INSERT INTO event_rows VALUES(97, 1767225609940000, '', 'agent_002', NULL, 'lt1.0,0.0;');
INSERT INTO event_rows VALUES(98, 1767225609940000, '', 'agent_002', NULL, 'ts1.0,0.0;');
INSERT INTO event_rows VALUES(99, 1767225609940000, 'agent_speech', 'agent_002', NULL, '{"content":"There you are, Ada. Put the honest on the list, then. Give it one hard winter and see what is left of that.","recipients":["agent_001","agent_003"],"to":"agent_001"}');
INSERT INTO event_rows VALUES(100, 1767225609940000, 'agentMessage', 'agent_002', NULL, '{"conversation_id":"conversation_002","text":"There you are, Ada. Put the honest on the list, then. Give it one hard winter and see what is left of that.","turn":2}');
INSERT INTO event_rows VALUES(101, 1767225609940000, '', 'agent_001', NULL, 'il0.0,0.0;"bake bread"');
INSERT INTO event_rows VALUES(102, 1767225609940000, 'message_acknowledged', 'agent_001', NULL, '{"from":"agent_002"}');
INSERT INTO event_rows VALUES(103, 1767225609940000, '', 'agent_002', NULL, 'si1.0,0.0;');
INSERT INTO event_rows VALUES(104, 1767225609940000, '', 'agent_003', NULL, 'il0.0,1.0;');
INSERT INTO event_rows VALUES(105, 1767225609940000, '', 'agent_003', NULL, 'li0.0,1.0;');
INSERT INTO event_rows VALUES(106, 1767225609940000, 'runtime_stopped', '', NULL, '{}');
INSERT INTO agents VALUES('agent_001', 1, 'Ada', '{"agent":"agent_001","budget":{"micro_dollars":1250000,"thoughts":1000,"thoughts_per_minute":500,"tokens":10000},"cli_backend":"offline","filter":{"addressed_only":true,"senders":["player_0"],"types":["AgentSpoke"]},"groups":["kitchen"],"hearing_radius":4.5,"key":"Ada","kind":"spawn","metadata":"{\"level\":3,\"sprite\":\"baker.png\"}","model":"sonnet","moved_by_game":false,"name":"Ada","persona":"You love \"bread\", and long walks — ünlike Bob.","position":{"x":0.0,"y":0.0},"role":"baker","routine":"wander","seat":"a","seed":0,"think_interval":0,"topics":["bread"],"walk_speed":2.5}', 'listening', 0.0, 0.0, 1767225600090000, NULL, 1);
INSERT INTO agents VALUES('agent_002', 2, 'Bob', '{"agent":"agent_002","cli_backend":"offline","default_mind":true,"hearing_radius":6.0,"key":"Bob","kind":"spawn","metadata":"","model":"","moved_by_game":false,"name":"Bob","persona":"","position":{"x":7.0,"y":3.0},"role":"","routine":"still","seat":"b","seed":0,"think_interval":0,"walk_speed":0.0,"home":{"x":5.0,"y":2.0}}', 'idle', 1.0, 0.0, 1767225600090000, NULL, 1);
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
INSERT INTO agent_conversations VALUES(23, 'agent_001', 1767225606780000, 'agent_001', 'You again, Bob. Well, sit down. The subject is "Is an honest attempt that fails worth more than a lucky success?", and I did not choose it.', 'agent_002', 'message', 1.5, 0, NULL);
INSERT INTO agent_conversations VALUES(24, 'agent_002', 1767225606780000, 'agent_001', 'You again, Bob. Well, sit down. The subject is "Is an honest attempt that fails worth more than a lucky success?", and I did not choose it.', 'agent_002', 'message', 2.0, 0, NULL);
INSERT INTO agent_conversations VALUES(25, 'agent_003', 1767225606780000, 'agent_001', 'You again, Bob. Well, sit down. The subject is "Is an honest attempt that fails worth more than a lucky success?", and I did not choose it.', 'agent_002', 'message', 1.0, 0, NULL);
INSERT INTO agent_conversations VALUES(26, 'agent_002', 1767225609940000, 'agent_002', 'There you are, Ada. Put the honest on the list, then. Give it one hard winter and see what is left of that.', 'agent_001', 'message', 1.5, 0, NULL);
INSERT INTO agent_conversations VALUES(27, 'agent_001', 1767225609940000, 'agent_002', 'There you are, Ada. Put the honest on the list, then. Give it one hard winter and see what is left of that.', 'agent_001', 'message', 2.0, 0, NULL);
INSERT INTO agent_conversations VALUES(28, 'agent_003', 1767225609940000, 'agent_002', 'There you are, Ada. Put the honest on the list, then. Give it one hard winter and see what is left of that.', 'agent_001', 'message', 1.0, 0, NULL);
INSERT INTO agent_tasks VALUES(1, 'agent_001', 'bake bread', 'assigned', 1767225603530000, NULL, 'Two loaves.', 'player_0', '', NULL, '');
INSERT INTO agent_tasks VALUES(2, 'agent_002', 'sweep', 'completed', 1767225603530000, 1767225603610000, '', 'player_0', '', 1767225603540000, 'clean');
INSERT INTO steps VALUES(1, 90000);
INSERT INTO steps VALUES(2, 90000);
INSERT INTO steps VALUES(3, 90000);
INSERT INTO steps VALUES(4, 90000);
INSERT INTO steps VALUES(5, 90000);
INSERT INTO steps VALUES(6, 90000);
INSERT INTO steps VALUES(7, 100000);
INSERT INTO steps VALUES(8, 110000);
INSERT INTO steps VALUES(9, 110000);
INSERT INTO steps VALUES(10, 150000);
INSERT INTO steps VALUES(11, 150000);
INSERT INTO steps VALUES(12, 160000);
INSERT INTO steps VALUES(13, 170000);
INSERT INTO steps VALUES(14, 170000);
INSERT INTO steps VALUES(15, 1780000);
INSERT INTO steps VALUES(16, 1780000);
INSERT INTO steps VALUES(17, 1800000);
INSERT INTO steps VALUES(18, 1833334);
INSERT INTO steps VALUES(19, 1866667);
INSERT INTO steps VALUES(20, 1900000);
INSERT INTO steps VALUES(21, 1933334);
INSERT INTO steps VALUES(22, 1966667);
INSERT INTO steps VALUES(23, 2000000);
INSERT INTO steps VALUES(24, 2033334);
INSERT INTO steps VALUES(25, 2066667);
INSERT INTO steps VALUES(26, 2100000);
INSERT INTO steps VALUES(27, 2133334);
INSERT INTO steps VALUES(28, 2166667);
INSERT INTO steps VALUES(29, 2200000);
INSERT INTO steps VALUES(30, 2233334);
INSERT INTO steps VALUES(31, 2266667);
INSERT INTO steps VALUES(32, 2300000);
INSERT INTO steps VALUES(33, 2333334);
INSERT INTO steps VALUES(34, 2366667);
INSERT INTO steps VALUES(35, 2400000);
INSERT INTO steps VALUES(36, 2433334);
INSERT INTO steps VALUES(37, 2466667);
INSERT INTO steps VALUES(38, 2500000);
INSERT INTO steps VALUES(39, 2533334);
INSERT INTO steps VALUES(40, 2566667);
INSERT INTO steps VALUES(41, 2600000);
INSERT INTO steps VALUES(42, 2633334);
INSERT INTO steps VALUES(43, 2666667);
INSERT INTO steps VALUES(44, 2700000);
INSERT INTO steps VALUES(45, 2733334);
INSERT INTO steps VALUES(46, 2766667);
INSERT INTO steps VALUES(47, 3530000);
INSERT INTO steps VALUES(48, 3530000);
INSERT INTO steps VALUES(49, 3530000);
INSERT INTO steps VALUES(50, 3530000);
INSERT INTO steps VALUES(51, 3540000);
INSERT INTO steps VALUES(52, 3550000);
INSERT INTO steps VALUES(53, 3550000);
INSERT INTO steps VALUES(54, 3560000);
INSERT INTO steps VALUES(55, 3566667);
INSERT INTO steps VALUES(56, 3600000);
INSERT INTO steps VALUES(57, 3610000);
INSERT INTO steps VALUES(58, 3610000);
INSERT INTO steps VALUES(59, 3610000);
INSERT INTO steps VALUES(60, 3620000);
INSERT INTO steps VALUES(61, 3620000);
INSERT INTO steps VALUES(62, 3633334);
INSERT INTO steps VALUES(63, 3666667);
INSERT INTO steps VALUES(64, 3700000);
INSERT INTO steps VALUES(65, 3733334);
INSERT INTO steps VALUES(66, 3766667);
INSERT INTO steps VALUES(67, 3800000);
INSERT INTO steps VALUES(68, 3833334);
INSERT INTO steps VALUES(69, 3866667);
INSERT INTO steps VALUES(70, 3900000);
INSERT INTO steps VALUES(71, 3933334);
INSERT INTO steps VALUES(72, 4620000);
INSERT INTO steps VALUES(73, 4633334);
INSERT INTO steps VALUES(74, 4666667);
INSERT INTO steps VALUES(75, 4700000);
INSERT INTO steps VALUES(76, 4733334);
INSERT INTO steps VALUES(77, 4766667);
INSERT INTO steps VALUES(78, 4800000);
INSERT INTO steps VALUES(79, 4833334);
INSERT INTO steps VALUES(80, 4866667);
INSERT INTO steps VALUES(81, 4900000);
INSERT INTO steps VALUES(82, 4933334);
INSERT INTO steps VALUES(83, 4966667);
INSERT INTO steps VALUES(84, 5000000);
INSERT INTO steps VALUES(85, 5033334);
INSERT INTO steps VALUES(86, 5066667);
INSERT INTO steps VALUES(87, 5100000);
INSERT INTO steps VALUES(88, 5133334);
INSERT INTO steps VALUES(89, 5166667);
INSERT INTO steps VALUES(90, 5200000);
INSERT INTO steps VALUES(91, 5233334);
INSERT INTO steps VALUES(92, 5266667);
INSERT INTO steps VALUES(93, 5300000);
INSERT INTO steps VALUES(94, 5333334);
INSERT INTO steps VALUES(95, 5366667);
INSERT INTO steps VALUES(96, 5400000);
INSERT INTO steps VALUES(97, 5433334);
INSERT INTO steps VALUES(98, 5466667);
INSERT INTO steps VALUES(99, 5500000);
INSERT INTO steps VALUES(100, 5533334);
INSERT INTO steps VALUES(101, 5566667);
INSERT INTO steps VALUES(102, 5600000);
INSERT INTO steps VALUES(103, 5633334);
INSERT INTO steps VALUES(104, 5666667);
INSERT INTO steps VALUES(105, 5700000);
INSERT INTO steps VALUES(106, 5733334);
INSERT INTO steps VALUES(107, 5766667);
INSERT INTO steps VALUES(108, 5800000);
INSERT INTO steps VALUES(109, 5833334);
INSERT INTO steps VALUES(110, 5866667);
INSERT INTO steps VALUES(111, 5900000);
INSERT INTO steps VALUES(112, 5933334);
INSERT INTO steps VALUES(113, 5966667);
INSERT INTO steps VALUES(114, 6000000);
INSERT INTO steps VALUES(115, 6033334);
INSERT INTO steps VALUES(116, 6066667);
INSERT INTO steps VALUES(117, 6100000);
INSERT INTO steps VALUES(118, 6133334);
INSERT INTO steps VALUES(119, 6166667);
INSERT INTO steps VALUES(120, 6200000);
INSERT INTO steps VALUES(121, 6233334);
INSERT INTO steps VALUES(122, 6266667);
INSERT INTO steps VALUES(123, 6270000);
INSERT INTO steps VALUES(124, 6270000);
INSERT INTO steps VALUES(125, 6300000);
INSERT INTO steps VALUES(126, 6333334);
INSERT INTO steps VALUES(127, 6366667);
INSERT INTO steps VALUES(128, 6400000);
INSERT INTO steps VALUES(129, 6433334);
INSERT INTO steps VALUES(130, 6466667);
INSERT INTO steps VALUES(131, 6500000);
INSERT INTO steps VALUES(132, 6500000);
INSERT INTO steps VALUES(133, 6533334);
INSERT INTO steps VALUES(134, 6566667);
INSERT INTO steps VALUES(135, 6600000);
INSERT INTO steps VALUES(136, 6633334);
INSERT INTO steps VALUES(137, 6666667);
INSERT INTO steps VALUES(138, 6700000);
INSERT INTO steps VALUES(139, 6733334);
INSERT INTO steps VALUES(140, 6766667);
INSERT INTO steps VALUES(141, 6770000);
INSERT INTO steps VALUES(142, 6780000);
INSERT INTO steps VALUES(143, 6780000);
INSERT INTO steps VALUES(144, 6800000);
INSERT INTO steps VALUES(145, 6833334);
INSERT INTO steps VALUES(146, 6866667);
INSERT INTO steps VALUES(147, 6900000);
INSERT INTO steps VALUES(148, 6933334);
INSERT INTO steps VALUES(149, 6966667);
INSERT INTO steps VALUES(150, 7000000);
INSERT INTO steps VALUES(151, 7033334);
INSERT INTO steps VALUES(152, 7066667);
INSERT INTO steps VALUES(153, 7100000);
INSERT INTO steps VALUES(154, 7133334);
INSERT INTO steps VALUES(155, 7166667);
INSERT INTO steps VALUES(156, 7200000);
INSERT INTO steps VALUES(157, 7233334);
INSERT INTO steps VALUES(158, 7266667);
INSERT INTO steps VALUES(159, 7300000);
INSERT INTO steps VALUES(160, 7333334);
INSERT INTO steps VALUES(161, 7366667);
INSERT INTO steps VALUES(162, 7400000);
INSERT INTO steps VALUES(163, 7433334);
INSERT INTO steps VALUES(164, 7466667);
INSERT INTO steps VALUES(165, 7500000);
INSERT INTO steps VALUES(166, 7533334);
INSERT INTO steps VALUES(167, 7566667);
INSERT INTO steps VALUES(168, 7600000);
INSERT INTO steps VALUES(169, 7633334);
INSERT INTO steps VALUES(170, 7666667);
INSERT INTO steps VALUES(171, 7700000);
INSERT INTO steps VALUES(172, 7733334);
INSERT INTO steps VALUES(173, 7766667);
INSERT INTO steps VALUES(174, 7780000);
INSERT INTO steps VALUES(175, 7800000);
INSERT INTO steps VALUES(176, 7833334);
INSERT INTO steps VALUES(177, 7866667);
INSERT INTO steps VALUES(178, 7900000);
INSERT INTO steps VALUES(179, 7933334);
INSERT INTO steps VALUES(180, 7966667);
INSERT INTO steps VALUES(181, 8000000);
INSERT INTO steps VALUES(182, 8033334);
INSERT INTO steps VALUES(183, 8066667);
INSERT INTO steps VALUES(184, 8100000);
INSERT INTO steps VALUES(185, 8133334);
INSERT INTO steps VALUES(186, 8166667);
INSERT INTO steps VALUES(187, 8200000);
INSERT INTO steps VALUES(188, 8233334);
INSERT INTO steps VALUES(189, 8266667);
INSERT INTO steps VALUES(190, 8300000);
INSERT INTO steps VALUES(191, 8333334);
INSERT INTO steps VALUES(192, 8366667);
INSERT INTO steps VALUES(193, 8400000);
INSERT INTO steps VALUES(194, 8433334);
INSERT INTO steps VALUES(195, 8466667);
INSERT INTO steps VALUES(196, 8500000);
INSERT INTO steps VALUES(197, 8533334);
INSERT INTO steps VALUES(198, 8566667);
INSERT INTO steps VALUES(199, 8600000);
INSERT INTO steps VALUES(200, 8633334);
INSERT INTO steps VALUES(201, 8666667);
INSERT INTO steps VALUES(202, 8700000);
INSERT INTO steps VALUES(203, 8733334);
INSERT INTO steps VALUES(204, 8766667);
INSERT INTO steps VALUES(205, 8800000);
INSERT INTO steps VALUES(206, 8833334);
INSERT INTO steps VALUES(207, 8866667);
INSERT INTO steps VALUES(208, 8900000);
INSERT INTO steps VALUES(209, 8933334);
INSERT INTO steps VALUES(210, 8966667);
INSERT INTO steps VALUES(211, 9000000);
INSERT INTO steps VALUES(212, 9033334);
INSERT INTO steps VALUES(213, 9066667);
INSERT INTO steps VALUES(214, 9100000);
INSERT INTO steps VALUES(215, 9133334);
INSERT INTO steps VALUES(216, 9166667);
INSERT INTO steps VALUES(217, 9200000);
INSERT INTO steps VALUES(218, 9233334);
INSERT INTO steps VALUES(219, 9266667);
INSERT INTO steps VALUES(220, 9300000);
INSERT INTO steps VALUES(221, 9333334);
INSERT INTO steps VALUES(222, 9366667);
INSERT INTO steps VALUES(223, 9400000);
INSERT INTO steps VALUES(224, 9433334);
INSERT INTO steps VALUES(225, 9466667);
INSERT INTO steps VALUES(226, 9500000);
INSERT INTO steps VALUES(227, 9533334);
INSERT INTO steps VALUES(228, 9566667);
INSERT INTO steps VALUES(229, 9600000);
INSERT INTO steps VALUES(230, 9633334);
INSERT INTO steps VALUES(231, 9666667);
INSERT INTO steps VALUES(232, 9700000);
INSERT INTO steps VALUES(233, 9733334);
INSERT INTO steps VALUES(234, 9766667);
INSERT INTO steps VALUES(235, 9800000);
INSERT INTO steps VALUES(236, 9833334);
INSERT INTO steps VALUES(237, 9866667);
INSERT INTO steps VALUES(238, 9900000);
INSERT INTO steps VALUES(239, 9933334);
INSERT INTO steps VALUES(240, 9940000);
INSERT INTO steps VALUES(241, 9940000);
INSERT INTO inputs VALUES(1, 1, 'map', '{"kind":"map","map":{"diagonals":false,"height":4,"rows":[[8],[8],[8],[8]],"seats":[{"facing":"up","name":"a","x":0,"y":0},{"facing":"up","name":"b","x":7,"y":3}],"width":8,"x":0,"y":0}}');
INSERT INTO inputs VALUES(2, 1, 'spawn', '{"agent":"agent_001","budget":{"micro_dollars":1250000,"thoughts":1000,"thoughts_per_minute":500,"tokens":10000},"cli_backend":"offline","filter":{"addressed_only":true,"senders":["player_0"],"types":["AgentSpoke"]},"groups":["kitchen"],"hearing_radius":4.5,"key":"Ada","kind":"spawn","metadata":"{\"level\":3,\"sprite\":\"baker.png\"}","model":"sonnet","moved_by_game":false,"name":"Ada","persona":"You love \"bread\", and long walks — ünlike Bob.","position":{"x":0.0,"y":0.0},"role":"baker","routine":"wander","seat":"a","seed":0,"think_interval":0,"topics":["bread"],"walk_speed":2.5}');
INSERT INTO inputs VALUES(3, 2, 'spawn', '{"agent":"agent_002","cli_backend":"offline","default_mind":true,"hearing_radius":6.0,"key":"Bob","kind":"spawn","metadata":"","model":"","moved_by_game":false,"name":"Bob","persona":"","position":{"x":7.0,"y":3.0},"role":"","routine":"still","seat":"b","seed":0,"think_interval":0,"walk_speed":0.0}');
INSERT INTO inputs VALUES(4, 3, 'spawn', '{"agent":"agent_003","cli_backend":"scripted","hearing_radius":6.0,"key":"Cid","kind":"spawn","metadata":"","model":"","moved_by_game":false,"name":"Cid","persona":"","position":{"x":0.0,"y":0.0},"role":"","seed":0,"think_interval":0}');
INSERT INTO inputs VALUES(5, 4, 'spawn', '{"agent":"agent_004","cli_backend":"offline","hearing_radius":6.0,"key":"Dora","kind":"spawn","metadata":"","model":"","moved_by_game":true,"name":"Dora","persona":"","position":{"x":0.0,"y":0.0},"role":"","seed":0,"think_interval":0}');
INSERT INTO inputs VALUES(6, 5, 'say', '{"channel":"","content":"Remember the blue door.","from":"player_0","from_name":"Player","kind":"say","position":{"x":0.0,"y":0.0},"reach":0,"to":"agent_001","type":"AgentSpoke"}');
INSERT INTO inputs VALUES(7, 8, 'answer', '{"agent":"agent_001","answer":{"action":"speak","content":"Yes, hello, Player. I feared the door was next. Show me the invoice and I will tell you what to expect of that.","to":"player_0"},"kind":"answer","thought":1}');
INSERT INTO inputs VALUES(8, 10, 'say', '{"channel":"","content":"What of the garden?","from":"player_0","from_name":"Player","kind":"say","position":{"x":0.0,"y":0.0},"reach":0,"to":"agent_002","type":"AgentSpoke"}');
INSERT INTO inputs VALUES(9, 13, 'answer', '{"agent":"agent_002","answer":{"action":"speak","content":"There you are, Player. What do I know about the garden? Enough to worry. Someone promised us miracles from that, and what we got was a questionnaire in triplicate.","to":"player_0"},"kind":"answer","thought":1}');
INSERT INTO inputs VALUES(10, 15, 'memory', '{"agent":"agent_001","kept":{"pinned":[{"content":"Remember the blue door.","from":"player_0","from_name":""}],"summary":""},"kind":"memory"}');
INSERT INTO inputs VALUES(11, 16, 'move', '{"agent":"agent_002","kind":"move","request":3,"target":{"x":5.0,"y":2.0}}');
INSERT INTO inputs VALUES(12, 47, 'assign', '{"agent":"agent_001","kind":"assign","task":{"assigned_by":"player_0","description":"Two loaves.","result":"","status":"assigned","task_id":"task_001","task_name":"bake bread"}}');
INSERT INTO inputs VALUES(13, 49, 'assign', '{"agent":"agent_002","kind":"assign","task":{"assigned_by":"player_0","description":"","result":"","status":"assigned","task_id":"task_002","task_name":"sweep"}}');
INSERT INTO inputs VALUES(14, 52, 'answer', '{"agent":"agent_002","answer":{"action":"speak","content":"Somebody always brings up \"sweep\". Talk as long as you like about that: the bucket still leaks.","to":"player_0"},"kind":"answer","thought":2}');
INSERT INTO inputs VALUES(15, 57, 'finish', '{"completed":true,"kind":"finish","request":14,"result":"clean","task":"task_002"}');
INSERT INTO inputs VALUES(16, 58, 'pause', '{"agent":"agent_003","change":0,"kind":"pause","request":15}');
INSERT INTO inputs VALUES(17, 59, 'start_talk', '{"agents":["agent_001","agent_002"],"conversation_id":"conversation_001","duration_ms":300000,"end_keyword":"[CONVERSATION_END]","interaction_pattern":"walk-to-agent","kind":"start_talk","max_turns":2,"names":["Ada","Bob"],"pause_ms":1000,"roles":["baker","sceptic"],"said":[],"topic":"bread","turns":0}');
INSERT INTO inputs VALUES(18, 60, 'answer', '{"agent":"agent_001","answer":{"action":"speak","content":"Morning, Bob. I have five minutes and no illusions. It is about bread.","to":"agent_002"},"kind":"answer","thought":2}');
INSERT INTO inputs VALUES(19, 123, 'answer', '{"agent":"agent_002","answer":{"action":"speak","content":"Yes, hello, Ada. Which leaves bread, worse luck. With that you mostly wait for somebody to hold the ladder.","to":"agent_001"},"kind":"answer","thought":3}');
INSERT INTO inputs VALUES(20, 132, 'terminate', '{"agent":"agent_004","kind":"terminate","reason":"done here"}');
INSERT INTO inputs VALUES(21, 141, 'start_talk', '{"agents":["agent_001","agent_002"],"conversation_id":"conversation_002","duration_ms":300000,"end_keyword":"[CONVERSATION_END]","interaction_pattern":"walk-to-agent","kind":"start_talk","max_turns":50,"names":["Ada","Bob"],"pause_ms":1000,"roles":["baker","sceptic"],"said":[],"topic":"Is an honest attempt that fails worth more than a lucky success? Decide how you would pay, praise and teach by it.","turns":0}');
INSERT INTO inputs VALUES(22, 142, 'answer', '{"agent":"agent_001","answer":{"action":"speak","content":"You again, Bob. Well, sit down. The subject is \"Is an honest attempt that fails worth more than a lucky success?\", and I did not choose it.","to":"agent_002"},"kind":"answer","thought":3}');
INSERT INTO inputs VALUES(23, 240, 'answer', '{"agent":"agent_002","answer":{"action":"speak","content":"There you are, Ada. Put the honest on the list, then. Give it one hard winter and see what is left of that.","to":"agent_001"},"kind":"answer","thought":4}');
DELETE FROM conversation_search_data;
INSERT INTO conversation_search_data VALUES(1, x'08166e');
INSERT INTO conversation_search_data VALUES(10, x'00000000ff00000101010100010101010101000008');
INSERT INTO conversation_search_data VALUES(137438953473, x'000004120230610a0601011b0204626f75740a0601010a020601010d030601010d02026461130601010402056c776179730c0601010302026e64040601010f06060101160506010108020272650a060101040201730c08010108040104626c7565010601010402026f620f060101030204726561640f0601010e04060101070304696e67730c06010104020575636b65740c060101100102646f0a0601010703026f72010601010503060101080106656e6f7567680a0601010d0205787065637404060101160106666561726564040601010602036976650f0601010602026f72130601010f0203726f6d0a06010114010667617264656e0706010105030601010c02026f740a060101190104686176650f060101050204656c6c6f04060101030f0601010302036f6c64130601011201016904080101050d060601010805060101040209646167656e743030310102020302020b02020402030a01320702020302020102020102020302030402020a01330102030302030302030502030302040402040a013401020403020403020405020403020504020502086c6c7573696f6e730f0601010a02016e0a0601011d0305766f696365040601010e0201730f0601010c0201740f0601010b01046b6e6f770a0601010901066c61646465721306010114020465616b730c06010112040376657313060101060203696b650c0601010c02036f6e670c06010109020375636b130601010901026d65040601010c0206696e757465730f0601010703067261636c65730a0601011302066f726e696e670f06010102030473746c79130601010d01046e657874040601010a02016f0f0601010901026f66040601011703060101030106706c61796572040601010406060101050207726f6d697365640a06010111010d7175657374696f6e6e616972650a0601011c010872656d656d6265720106010102010473686f77040601010b02076f6d65626f64790c06010102070601011005036f6e650a06010110020474696c6c0c060101110204776565700b060101020106010106010474616c6b0c060101070203656c6c0406010112020368617404060101180606010115020601010e070601010b03016501060101030308010107080306010104030601010b020601010f0706010113040272650a0601010202016f0406010115060601010e090601011102097269706c69636174650a0601011e010275700c060101050201730a06010112010477616974130601010e0301730406010109060601011a0201650a06010118020368617404060101140306010102030801010613030369636813060101050203696c6c040601011103027468130601010a02046f7272790a0601010f040273651306010108010379657304060101020f0601010202026f7504060101130606010103020601010b070601010c040815090c1309090b09100b0c090e0d0c0d0a090a12090b100a13171515150f080c08080b0d0b0a0a0a0a090d0d0d0b0b080e120e140f0b130a0b100b0a192209121009080b0d08150a0a090b090f');
DELETE FROM conversation_search_idx;
INSERT INTO conversation_search_idx VALUES(1, x'', 2);
DELETE FROM conversation_search_docsize;
INSERT INTO conversation_search_docsize VALUES(1, x'0304', 1);
INSERT INTO conversation_search_docsize VALUES(4, x'0317', 1);
INSERT INTO conversation_search_docsize VALUES(7, x'0304', 1);
INSERT INTO conversation_search_docsize VALUES(10, x'011d', 1);
INSERT INTO conversation_search_docsize VALUES(11, x'0101', 1);
INSERT INTO conversation_search_docsize VALUES(12, x'0311', 1);
INSERT INTO conversation_search_docsize VALUES(15, x'040d', 1);
INSERT INTO conversation_search_docsize VALUES(19, x'0413', 1);
DELETE FROM conversation_search_config;
INSERT INTO conversation_search_config VALUES('version', 4);
INSERT INTO auto_conversations VALUES('conversation_001', 1, 'bread', 'walk-to-agent', '["agent_001","agent_002"]', '{"agents":["agent_001","agent_002"],"conversation_id":"conversation_001","duration_ms":300000,"end_keyword":"[CONVERSATION_END]","interaction_pattern":"walk-to-agent","max_turns":2,"names":["Ada","Bob"],"pause_ms":1000,"roles":["baker","sceptic"],"topic":"bread"}', 'ended', 'max_turns', 1767225603610000, 1767225606270000, 2);
INSERT INTO auto_conversations VALUES('conversation_002', 2, 'Is an honest attempt that fails worth more than a lucky success? Decide how you would pay, praise and teach by it.', 'walk-to-agent', '["agent_001","agent_002"]', '{"agents":["agent_001","agent_002"],"conversation_id":"conversation_002","duration_ms":300000,"end_keyword":"[CONVERSATION_END]","interaction_pattern":"walk-to-agent","max_turns":50,"names":["Ada","Bob"],"pause_ms":1000,"roles":["baker","sceptic"],"topic":"Is an honest attempt that fails worth more than a lucky success? Decide how you would pay, praise and teach by it."}', 'active', '', 1767225606770000, NULL, 2);
INSERT INTO auto_messages VALUES('conversation_001', 1, 'agent_001', 'Ada', 'Morning, Bob. I have five minutes and no illusions. It is about bread.', 1767225603620000);
INSERT INTO auto_messages VALUES('conversation_001', 2, 'agent_002', 'Bob', 'Yes, hello, Ada. Which leaves bread, worse luck. With that you mostly wait for somebody to hold the ladder.', 1767225606270000);
INSERT INTO auto_messages VALUES('conversation_002', 1, 'agent_001', 'Ada', 'You again, Bob. Well, sit down. The subject is "Is an honest attempt that fails worth more than a lucky success?", and I did not choose it.', 1767225606780000);
INSERT INTO auto_messages VALUES('conversation_002', 2, 'agent_002', 'Bob', 'There you are, Ada. Put the honest on the list, then. Give it one hard winter and see what is left of that.', 1767225609940000);
INSERT INTO event_times VALUES(0, 1767225603940000);
INSERT INTO event_times VALUES(64, 1767225609940000);
INSERT INTO ledger VALUES('agent_001', 3, 3, 1200, 300, 4500, 0, 0, 0, 0, 0);
INSERT INTO ledger VALUES('total', 3, 3, 1200, 300, 4500, 0, 0, 0, 0, 0);
INSERT INTO ledger_open VALUES(4, '["agent_001","total"]', 1, 100, 50, 700);
INSERT INTO claims VALUES('oven', 'agent_001', NULL, '{"until":"noon"}');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('event_rows', 106);
INSERT INTO sqlite_sequence VALUES('agent_conversations', 28);
INSERT INTO sqlite_sequence VALUES('agent_tasks', 2);
PRAGMA user_version = 5;
