#include "core/agents/agent_tables.h"

#include "core/agents/agent_fields.h"
#include "core/agents/task.h"
#include "core/base/open_file.h"
#include "core/log/event_log.h"
#include "core/store/database.h"
#include "core/store/meta.h"
#include "core/store/table_sweep.h"
#include "core/store/transaction.h"
#include "core/store/world_rules.h"

namespace agent_runtime {

namespace {

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
)sql";

constexpr const char *STEP_2 = R"sql(
ALTER TABLE agent_tasks ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_tasks ADD COLUMN assigned_by TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_tasks ADD COLUMN partner TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_tasks ADD COLUMN started_at INTEGER;
ALTER TABLE agent_tasks ADD COLUMN result TEXT NOT NULL DEFAULT '';
CREATE INDEX agent_tasks_done ON agent_tasks(completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX agent_tasks_open ON agent_tasks(agent_id, id) WHERE completed_at IS NULL;
)sql";

// `agent_state_history` shows the changes of state in the log as rows of history. `state_rows` has
// the history that is not in the log: from older files, and of agents that came back.
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

constexpr ColumnRule AGENT_COLUMNS[] = {
	{ "id", ValueKind::own_agent },
	{ "number", ValueKind::agent_number },
	{ "key", ValueKind::text, MAY_MISS, 0, 0, {}, "terminated_at" },
	{ "config", ValueKind::object },
	{ "state", ValueKind::choice, false, 0, 0, NAMES_OF<AgentState> },
	{ "x", ValueKind::real, false, -FARTHEST, FARTHEST },
	{ "y", ValueKind::real, false, -FARTHEST, FARTHEST },
	{ "created_at", ValueKind::time },
	{ "terminated_at", ValueKind::time, MAY_MISS },
	{ "generation", ValueKind::whole, false, 0, NEWEST },
};
constexpr ColumnRule TASK_COLUMNS[] = {
	{ "id", ValueKind::number },
	{ "agent_id", ValueKind::agent },
	{ "task_name", ValueKind::text, MAY_MISS },
	{ "status", ValueKind::choice, false, 0, 0, NAMES_OF<TaskStatus> },
	{ "created_at", ValueKind::time },
	{ "completed_at", ValueKind::time, MAY_MISS },
	{ "description", ValueKind::text, MAY_MISS },
	{ "assigned_by", ValueKind::participant, MAY_MISS },
	{ "partner", ValueKind::agent, MAY_MISS },
	{ "started_at", ValueKind::time, MAY_MISS },
	{ "result", ValueKind::text, MAY_MISS },
};

constexpr TableSweep STATE_SWEEP{ .owner = "agent_id" };
// Those that are completed or failed, by when that was.
constexpr TableSweep TASK_SWEEP{ .time = "completed_at",
	.order = "completed_at",
	.only = "completed_at IS NOT NULL" };

constexpr std::int64_t RECORDED_ROWS_A_PIECE = 300;

// Of a recording whose first events are pruned nothing can be replayed.
Result<bool> remove_lost_recording(Database &database) {
	const Result<std::int64_t> begins = database.integer(
			"SELECT CASE WHEN json_valid(value)"
			" THEN json_extract(value, '$.after') + 1 END FROM meta WHERE key = ?1",
			0, META_RECORDING);
	const Result<std::int64_t> oldest = oldest_event(database);
	if (Status failed = first_failure(begins, oldest); !failed.ok()) {
		return failed;
	}
	if (begins.value() == 0 || begins.value() >= oldest.value()) {
		return false;
	}
	std::int64_t removed = 0;
	Status status = transact(database, [&] {
		Status each = database.run("DELETE FROM inputs WHERE seq IN (SELECT seq FROM inputs"
								   " ORDER BY seq LIMIT ?1)",
				RECORDED_ROWS_A_PIECE);
		removed = database.changed_rows();
		if (each.ok()) {
			each = database.run("DELETE FROM steps WHERE step IN (SELECT step FROM steps"
								" ORDER BY step LIMIT ?1)",
					RECORDED_ROWS_A_PIECE);
			removed += database.changed_rows();
		}
		return each;
	});
	return status.ok() ? Result(removed > 0) : status;
}

constexpr TableRow TABLES[] = {
	{ .name = "agents", .of_world = true, .place = 1, .rules = AGENT_COLUMNS },
	{ .name = "agent_tasks",
			.of_world = true,
			.place = 3,
			.rules = TASK_COLUMNS,
			.sweep = &TASK_SWEEP },
	{ .name = "state_rows", .sweep = &STATE_SWEEP },
	{ .name = "steps" },
	{ .name = "inputs", .remove_useless = &remove_lost_recording },
};

constexpr RoomTables AGENTS{ "agents", STEPS, TABLES };

} // namespace

const RoomTables &agent_tables() {
	return AGENTS;
}

bool holds_agents(const std::string &path) {
	if (!FileIdentity::of(path).exists) {
		return false;
	}
	Result<Database> file = Database::connect(path, { .access = Access::read_only });
	return file.ok() &&
			file.value().integer("SELECT EXISTS(SELECT 1 FROM agents)", 0).value_or(0) == 1;
}

} // namespace agent_runtime
