#include "core/log/log_tables.h"

#include "core/log/event_log.h"
#include "core/store/table_sweep.h"

namespace agent_runtime {

namespace {

// Rows that come by the thousand a second carry no foreign keys: each would cost a look-up.
constexpr const char *STEP_1 = R"sql(
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

CREATE TABLE claims(
	name TEXT PRIMARY KEY,
	owner TEXT NOT NULL,
	expires_at INTEGER,
	value TEXT NOT NULL
) WITHOUT ROWID;
)sql";

// A change of state is one row of `event_rows` with an empty type. Its data are the first letters
// of the old and the new state, the place, and the task as JSON if there is one, such as
// il12.0,7.0;"Tea". `events` shows it as the event that it is. Instead of an index, `event_times`
// has the latest time of each group of events. A row counts up to the next one, and the first row
// of an older file counts for all events before it.
constexpr const char *STEP_2 = R"sql(
CREATE TABLE event_times(
	first INTEGER PRIMARY KEY,
	latest INTEGER NOT NULL
);
INSERT INTO event_times SELECT 0, latest FROM (SELECT max(ts) AS latest FROM events)
	WHERE latest IS NOT NULL;
INSERT OR IGNORE INTO event_times SELECT newest - newest % 64, latest
	FROM event_times, (SELECT max(id) AS newest FROM events);
DROP INDEX events_by_ts;

ALTER TABLE events RENAME TO event_rows;
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
)sql";

// Nothing has ever claimed anything.
constexpr const char *STEP_3 = "DROP TABLE claims";

constexpr const char *STEPS[] = { STEP_1, STEP_2, STEP_3 };

// Removes events in the order of their ids, so that the log has no holes.
Status remove_oldest_events(Database &database, std::span<const std::int64_t> ids) {
	return remove_events(database, ids.back());
}

constexpr TableSweep EVENT_SWEEP{ .time = "ts",
	.remove = &remove_oldest_events,
	.rows_a_piece = 300 };

constexpr TableRow TABLES[] = {
	{ .name = "event_rows", .sweep = &EVENT_SWEEP },
	{ .name = "event_times" },
};

constexpr RoomTables LOG{ "log", STEPS, TABLES };

} // namespace

const RoomTables &log_tables() {
	return LOG;
}

} // namespace agent_runtime
