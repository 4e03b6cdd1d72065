#include "core/questions/question_tables.h"

namespace agent_runtime {

namespace {

// `number` gives ids, none of them twice, even after a purge. `answer` is what was answered and by
// whom, `response` the answer itself, `task_id` the subject where that is a job.
constexpr const char *STEP_1 = R"sql(
CREATE TABLE questions(
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	id TEXT NOT NULL UNIQUE,
	subject TEXT NOT NULL,
	asked_as TEXT NOT NULL,
	task_id TEXT AS (CASE WHEN subject GLOB 'job_*' THEN subject END),
	agent_id TEXT,
	trace_id TEXT,
	kind TEXT NOT NULL CHECK(kind IN ('confirmation', 'choice', 'text', 'permission')),
	prompt TEXT NOT NULL,
	options TEXT NOT NULL CHECK(json_valid(options)),
	detail TEXT NOT NULL CHECK(json_valid(detail)),
	context TEXT NOT NULL,
	status TEXT NOT NULL CHECK(status IN ('pending', 'answered', 'withdrawn', 'expired')),
	answer TEXT CHECK(answer IS NULL OR json_valid(answer)),
	response TEXT AS (json_extract(answer, '$.response')),
	answer_key TEXT,
	delivery TEXT CHECK(delivery IN ('queued', 'written', 'taken', 'failed', 'unknown')),
	delivery_error TEXT NOT NULL DEFAULT '',
	reason TEXT NOT NULL DEFAULT '',
	created_at INTEGER NOT NULL,
	expires_at INTEGER,
	closed_at INTEGER,
	delivered_at INTEGER,
	UNIQUE(subject, asked_as)
);
CREATE INDEX questions_pending ON questions(number) WHERE status = 'pending';
CREATE INDEX questions_expiring ON questions(expires_at)
	WHERE status = 'pending' AND expires_at IS NOT NULL;
)sql";

constexpr const char *STEPS[] = { STEP_1 };
// Whoever owns a subject purges its questions with it.
constexpr TableRow TABLES[] = { { .name = "questions" } };
constexpr RoomTables QUESTIONS{ "questions", STEPS, TABLES };

} // namespace

const RoomTables &question_tables() {
	return QUESTIONS;
}

} // namespace agent_runtime
