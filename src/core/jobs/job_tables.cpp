#include "core/jobs/job_tables.h"

namespace agent_runtime {

namespace {

// `task_id` is the job's id, in the word of the spec; `agent_task` is that of the task that its
// agent has been given for the present attempt. `plan` holds what was asked of the job
// (JobPlan); task_name, program, agent_id, folder, worktree and branch stand in columns too, for
// whoever reads the table. `process` is the program's ProcessIdentity as text, and `command` its
// name. `journal_read` and `output_read` are bytes of the job's files that the row knows of.
// `job_inputs` is what the inbox of a job is an image of; the key of an input tells it from all
// others of its job, over all attempts. `job_sender_keys` has what senders call what they have
// said, so that it is said once.
constexpr const char *STEP_1 = R"sql(
CREATE TABLE jobs(
	task_id TEXT PRIMARY KEY,
	number INTEGER NOT NULL UNIQUE,
	agent_id TEXT NOT NULL,
	task_name TEXT NOT NULL,
	program TEXT NOT NULL,
	status TEXT NOT NULL,
	error TEXT NOT NULL DEFAULT '',
	folder TEXT NOT NULL,
	worktree TEXT NOT NULL,
	branch TEXT NOT NULL,
	output_file TEXT NOT NULL,
	pid INTEGER,
	process TEXT NOT NULL DEFAULT '',
	host_pid INTEGER,
	attempt INTEGER NOT NULL DEFAULT 1,
	exit_code INTEGER,
	exit_signal INTEGER,
	created_at INTEGER NOT NULL,
	started_at INTEGER,
	ended_at INTEGER,
	kill_asked_at INTEGER,
	kill_reason TEXT NOT NULL DEFAULT '',
	keep INTEGER NOT NULL DEFAULT 0,
	trace_id TEXT NOT NULL,
	plan TEXT NOT NULL,
	journal_read INTEGER NOT NULL DEFAULT 0,
	output_read INTEGER NOT NULL DEFAULT 0,
	last_seq INTEGER NOT NULL DEFAULT 0,
	told_seq INTEGER NOT NULL DEFAULT 0,
	driver TEXT NOT NULL DEFAULT '{}',
	session TEXT NOT NULL DEFAULT '',
	micro_dollars INTEGER NOT NULL DEFAULT 0,
	has_told_cost INTEGER NOT NULL DEFAULT 0,
	reserved TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX jobs_open ON jobs(number) WHERE ended_at IS NULL;
CREATE INDEX jobs_ended ON jobs(ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX jobs_of_agent ON jobs(agent_id, number) WHERE agent_id <> '';

CREATE TABLE job_inputs(
	task_id TEXT NOT NULL,
	n INTEGER NOT NULL,
	kind TEXT NOT NULL,
	data TEXT NOT NULL,
	raw INTEGER NOT NULL DEFAULT 0,
	input_key TEXT NOT NULL,
	question_id TEXT NOT NULL DEFAULT '',
	sender_key TEXT NOT NULL DEFAULT '',
	state TEXT NOT NULL DEFAULT 'queued',
	reason TEXT NOT NULL DEFAULT '',
	created_at INTEGER NOT NULL,
	PRIMARY KEY(task_id, n),
	UNIQUE(task_id, input_key)
) WITHOUT ROWID;
CREATE INDEX job_inputs_queued ON job_inputs(task_id, n) WHERE state = 'queued';
)sql";

constexpr const char *STEP_2 = R"sql(
ALTER TABLE jobs ADD COLUMN agent_task TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN command TEXT NOT NULL DEFAULT '';
CREATE INDEX jobs_with_task ON jobs(number) WHERE agent_task <> '';

CREATE TABLE job_sender_keys(
	task_id TEXT NOT NULL,
	sender_key TEXT NOT NULL,
	PRIMARY KEY(task_id, sender_key)
) WITHOUT ROWID;
INSERT INTO job_sender_keys
	SELECT DISTINCT task_id, sender_key FROM job_inputs WHERE sender_key <> '';
ALTER TABLE job_inputs DROP COLUMN sender_key;
)sql";

constexpr const char *STEPS[] = { STEP_1, STEP_2 };
constexpr TableRow TABLES[] = { { .name = "jobs" }, { .name = "job_inputs" },
	{ .name = "job_sender_keys" } };
constexpr RoomTables JOBS{ "jobs", STEPS, TABLES };

} // namespace

const RoomTables &job_tables() {
	return JOBS;
}

} // namespace agent_runtime
