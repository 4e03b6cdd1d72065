#include "core/jobs/job_rows.h"

#include "core/base/json_fields.h"
#include "core/store/meta.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view META_NEWEST_JOB = "newest_job";
constexpr const char *KILL_OF = "kill:"; // an attempt
constexpr const char *COLUMNS =
		"task_id, plan, output_file, status, attempt, error, exit_code, exit_signal, process,"
		" host_pid, created_at, started_at, ended_at, kill_asked_at, kill_reason, keep,"
		" journal_read, output_read, last_seq, driver, session, micro_dollars, has_told_cost, "
		"told_seq, trace_id, agent_task, command";

std::int64_t micros_of(WallTime time) {
	return time.time_since_epoch().count();
}

std::optional<std::int64_t> micros_of(const std::optional<WallTime> &time) {
	return time ? std::optional(micros_of(*time)) : std::nullopt;
}

std::optional<std::int64_t> unless_null(const Query &rows, int column) {
	return rows.is_null(column) ? std::nullopt : std::optional(rows.integer(column));
}

std::optional<WallTime> time_at(const Query &rows, int column) {
	return rows.is_null(column) ? std::nullopt
								: std::optional(WallTime(Micros(rows.integer(column))));
}

std::optional<std::int64_t> unless_zero(std::int64_t number) {
	return number != 0 ? std::optional(number) : std::nullopt;
}

JobState state_in(const Query &rows) {
	JobState state;
	state.status = parse_choice<JobStatus>(rows.text(3)).value_or(Choices<JobStatus>::OTHER);
	state.attempt = static_cast<std::uint64_t>(rows.integer(4));
	state.error = rows.text(5);
	state.exit_code = unless_null(rows, 6);
	state.signal = unless_null(rows, 7);
	state.process = ProcessIdentity::parse(rows.text(8)).value_or(ProcessIdentity());
	state.host_pid = rows.integer(9);
	state.created_at = WallTime(Micros(rows.integer(10)));
	state.started_at = time_at(rows, 11);
	state.ended_at = time_at(rows, 12);
	state.kill_asked_at = time_at(rows, 13);
	state.kill_reason = rows.text(14);
	state.keep = rows.integer(15) != 0;
	state.command = rows.text(26);
	state.agent_task = TaskId::parse(rows.text(25)).value_or(TaskId());
	return state;
}

JobCursor cursor_in(const Query &rows) {
	JobCursor cursor;
	cursor.journal_read = static_cast<std::uint64_t>(rows.integer(16));
	cursor.output_read = static_cast<std::uint64_t>(rows.integer(17));
	cursor.last_seq = static_cast<std::uint64_t>(rows.integer(18));
	cursor.driver = rows.text(19);
	cursor.session = rows.text(20);
	cursor.micro_dollars = rows.integer(21);
	cursor.has_told_cost = rows.integer(22) != 0;
	cursor.told_seq = static_cast<std::uint64_t>(rows.integer(23));
	return cursor;
}

Result<JobRecord> job_in(const Query &rows) {
	const std::optional<JobId> id = JobId::parse(rows.text(0));
	Result<JobPlan> plan = JobPlan::parse(rows.text(1));
	if (!id || !plan.ok()) {
		return Status(StatusCode::corrupt,
				"the row of a job cannot be read: " + std::string(rows.text(0)));
	}
	return JobRecord{ *id, std::move(plan).value(), std::string(rows.text(2)),
		TraceId::parse(rows.text(24)).value_or(TraceId()), state_in(rows), cursor_in(rows) };
}

Result<std::vector<JobRecord>> jobs_in(Query &rows) {
	std::vector<JobRecord> jobs;
	while (rows.next()) {
		Result<JobRecord> job = job_in(rows);
		if (!job.ok()) {
			return job.status();
		}
		jobs.push_back(std::move(job).value());
	}
	return rows.status().ok() ? Result(std::move(jobs)) : rows.status();
}

Result<std::vector<std::uint64_t>> numbers_in(Query &rows) {
	std::vector<std::uint64_t> numbers;
	while (rows.next()) {
		numbers.push_back(static_cast<std::uint64_t>(rows.integer(0)));
	}
	return rows.status().ok() ? Result(std::move(numbers)) : rows.status();
}

std::string select(std::string_view rest) {
	return std::string("SELECT ").append(COLUMNS).append(" FROM jobs ").append(rest);
}

// The data of a line of the inbox as its column holds them.
std::string data_of(const InboxLine &line) {
	switch (line.kind) {
		case InboxKind::write:
			return line.data;
		case InboxKind::signal:
			return line.signal;
		case InboxKind::kill:
			return std::to_string(line.grace_seconds);
		case InboxKind::close_input:
			break;
	}
	return {};
}

InboxLine line_in(const Query &rows) {
	InboxLine line;
	line.n = static_cast<std::uint64_t>(rows.integer(0));
	line.kind = parse_choice<InboxKind>(rows.text(1)).value_or(Choices<InboxKind>::OTHER);
	const std::string_view data = rows.text(2);
	line.raw = rows.integer(3) != 0;
	line.key = rows.text(4);
	if (line.kind == InboxKind::write) {
		line.data = data;
	} else if (line.kind == InboxKind::signal) {
		line.signal = data;
	} else if (line.kind == InboxKind::kill) {
		std::from_chars(data.data(), data.data() + data.size(), line.grace_seconds);
	}
	return line;
}

} // namespace

Status insert_job(Database &database, const JobRecord &job) {
	Status status = database.run(
			"INSERT INTO jobs(task_id, number, agent_id, task_name, program, status, folder,"
			" worktree, branch, output_file, created_at, plan, driver, session, trace_id)"
			" VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
			job.id.to_string(), job.id.number(), job.plan.agent.to_string(), job.plan.task_name,
			choice_name(job.plan.program), choice_name(job.state.status), job.plan.folder,
			job.plan.worktree, job.plan.branch, job.output_file, micros_of(job.state.created_at),
			job.plan.to_text(), job.cursor.driver, job.cursor.session, job.trace.to_string());
	return status.ok() ? update_state(database, job.id, job.state) : status;
}

Status update_state(Database &database, JobId id, const JobState &state) {
	const ProcessIdentity &process = state.process;
	return database.run(
			"UPDATE jobs SET status = ?2, attempt = ?3, error = ?4, exit_code = ?5,"
			" exit_signal = ?6, pid = ?7, process = ?8, host_pid = ?9, started_at = ?10,"
			" ended_at = ?11, kill_asked_at = ?12, kill_reason = ?13, keep = ?14, agent_task = ?15,"
			" command = ?16 WHERE task_id = ?1",
			id.to_string(), choice_name(state.status), state.attempt, state.error, state.exit_code,
			state.signal, unless_zero(process.pid),
			process.pid != 0 ? process.to_string() : std::string(), unless_zero(state.host_pid),
			micros_of(state.started_at), micros_of(state.ended_at), micros_of(state.kill_asked_at),
			state.kill_reason, state.keep ? 1 : 0, state.agent_task.to_string(), state.command);
}

Status update_cursor(Database &database, JobId id, const JobCursor &cursor) {
	return database.run("UPDATE jobs SET journal_read = ?2, output_read = ?3, last_seq = ?4,"
						" driver = ?5, session = ?6, micro_dollars = ?7, has_told_cost = ?8,"
						" told_seq = ?9 WHERE task_id = ?1",
			id.to_string(), cursor.journal_read, cursor.output_read, cursor.last_seq, cursor.driver,
			cursor.session, cursor.micro_dollars, cursor.has_told_cost ? 1 : 0, cursor.told_seq);
}

Status remove_job_rows(Database &database, JobId id) {
	Status status;
	for (const char *const sql : { "DELETE FROM job_inputs WHERE task_id = ?1",
				 "DELETE FROM job_sender_keys WHERE task_id = ?1",
				 "DELETE FROM jobs WHERE task_id = ?1" }) {
		status = status.ok() ? database.run(sql, id.to_string()) : status;
	}
	return status;
}

Result<JobRecord> find_job(Database &database, JobId id) {
	Query rows(database, select("WHERE task_id = ?1"), id.to_string());
	if (rows.next()) {
		return job_in(rows);
	}
	return rows.status().ok()
			? Status(StatusCode::not_found,
					  "there is no job " + id.to_string() + "; it may have been purged")
			: rows.status();
}

Result<std::vector<JobRecord>> open_jobs(Database &database) {
	Query rows(database, select("WHERE ended_at IS NULL ORDER BY number"));
	return jobs_in(rows);
}

Result<std::vector<JobRecord>> jobs_with_task(Database &database) {
	Query rows(database, select("WHERE agent_task <> '' ORDER BY number"));
	return jobs_in(rows);
}

Result<std::vector<JobId>> all_job_ids(Database &database) {
	std::vector<JobId> ids;
	Query rows(database, "SELECT number FROM jobs ORDER BY number");
	while (rows.next()) {
		ids.emplace_back(static_cast<std::uint64_t>(rows.integer(0)));
	}
	return rows.status().ok() ? Result(std::move(ids)) : rows.status();
}

Result<std::vector<JobRecord>> list_jobs(Database &database, const JobFilter &filter) {
	const std::string status =
			filter.status ? std::string(choice_name(*filter.status)) : std::string();
	Query rows(database,
			select("WHERE (?1 = '' OR status = ?1) AND (?2 = '' OR agent_id = ?2)"
				   " AND (?3 = 0 OR number < ?3) ORDER BY number DESC LIMIT ?4"),
			status, filter.agent.to_string(), filter.before.number(), filter.limit);
	return jobs_in(rows);
}

Result<std::uint64_t> newest_job_number(Database &database) {
	const Result<std::string> text = read_meta(database, META_NEWEST_JOB);
	const Result<std::int64_t> stored = database.integer("SELECT max(number) FROM jobs", 0);
	if (Status failed = first_failure(text, stored); !failed.ok()) {
		return failed;
	}
	std::uint64_t given = 0;
	const std::string &digits = text.value();
	std::from_chars(digits.data(), digits.data() + digits.size(), given);
	return std::max(given, static_cast<std::uint64_t>(stored.value()));
}

Status raise_newest_job(Database &database, std::uint64_t number) {
	const Result<std::uint64_t> newest = newest_job_number(database);
	if (!newest.ok()) {
		return newest.status();
	}
	return newest.value() < number ? write_meta(database, META_NEWEST_JOB, std::to_string(number))
								   : Status();
}

Result<std::uint64_t> add_input(
		Database &database, JobId id, const JobInput &input, QuestionId question, WallTime now) {
	const std::string job = id.to_string();
	const Result<std::int64_t> there = database.integer(
			"SELECT n FROM job_inputs WHERE task_id = ?1 AND input_key = ?2", 0, job, input.key);
	if (!there.ok() || there.value() != 0) {
		return there.ok() ? Result(static_cast<std::uint64_t>(there.value())) : there.status();
	}
	Result<std::uint64_t> last = last_input_number(database, id);
	if (!last.ok()) {
		return last;
	}
	Status added = database.run("INSERT INTO job_inputs(task_id, n, kind, data, raw, input_key,"
								" question_id, created_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
			job, last.value() + 1, choice_name(input.line.kind), data_of(input.line),
			input.line.raw ? 1 : 0, input.key, question.to_string(), micros_of(now));
	return added.ok() ? Result(last.value() + 1) : added;
}

Result<bool> has_sender_key(Database &database, JobId id, std::string_view sender_key) {
	const Result<std::int64_t> found = database.integer(
			"SELECT count(*) FROM job_sender_keys WHERE task_id = ?1 AND sender_key = ?2", 0,
			id.to_string(), sender_key);
	return found.ok() ? Result(found.value() > 0) : found.status();
}

Status add_sender_key(Database &database, JobId id, std::string_view sender_key) {
	return database.run("INSERT OR IGNORE INTO job_sender_keys(task_id, sender_key)"
						" VALUES(?1, ?2)",
			id.to_string(), sender_key);
}

Status free_key_of_failed(Database &database, JobId id, std::string_view key) {
	return database.run("UPDATE job_inputs SET input_key = input_key || '#' || n"
						" WHERE task_id = ?1 AND input_key = ?2 AND state = 'failed'",
			id.to_string(), key);
}

std::string kill_key(std::uint64_t attempt, std::uint64_t grace_seconds) {
	return KILL_OF + std::to_string(attempt) + ":" + std::to_string(grace_seconds);
}

Result<std::optional<std::uint64_t>> shortest_grace(
		Database &database, JobId id, std::uint64_t attempt) {
	const std::string begin = KILL_OF + std::to_string(attempt) + ":";
	const Result<std::int64_t> grace =
			database.integer("SELECT min(CAST(data AS INTEGER)) FROM job_inputs WHERE task_id = ?1"
							 " AND kind = 'kill' AND substr(input_key, 1, length(?2)) = ?2",
					-1, id.to_string(), begin);
	if (!grace.ok()) {
		return grace.status();
	}
	return grace.value() >= 0 ? std::optional(static_cast<std::uint64_t>(grace.value()))
							  : std::nullopt;
}

Result<std::uint64_t> last_input_number(Database &database, JobId id) {
	const Result<std::int64_t> last =
			database.integer("SELECT max(n) FROM job_inputs WHERE task_id = ?1", 0, id.to_string());
	return last.ok() ? Result(static_cast<std::uint64_t>(last.value())) : last.status();
}

Result<std::vector<InboxLine>> inputs_from(
		Database &database, JobId id, std::uint64_t first, std::size_t most) {
	std::vector<InboxLine> lines;
	Query rows(database,
			"SELECT n, kind, data, raw, input_key FROM job_inputs WHERE task_id = ?1 AND n >= ?2"
			" ORDER BY n LIMIT ?3",
			id.to_string(), first, most);
	while (rows.next()) {
		lines.push_back(line_in(rows));
	}
	return rows.status().ok() ? Result(std::move(lines)) : rows.status();
}

Status set_input_state(Database &database, JobId id, const InputOutcome &outcome) {
	return database.run("UPDATE job_inputs SET state = ?3, reason = ?4 WHERE task_id = ?1"
						" AND n = ?2 AND state IN ('queued', 'written')",
			id.to_string(), outcome.n, choice_name(outcome.state), outcome.reason);
}

Result<std::uint64_t> set_input_taken(Database &database, JobId id, std::string_view key) {
	const Result<std::int64_t> n =
			database.integer("SELECT n FROM job_inputs WHERE task_id = ?1 AND input_key = ?2", 0,
					id.to_string(), key);
	if (!n.ok() || n.value() == 0) {
		return n.ok() ? Result(std::uint64_t{ 0 }) : n.status();
	}
	Status set = database.run("UPDATE job_inputs SET state = 'taken', reason = ''"
							  " WHERE task_id = ?1 AND n = ?2",
			id.to_string(), n.value());
	return set.ok() ? Result(static_cast<std::uint64_t>(n.value())) : set;
}

Result<std::vector<std::uint64_t>> queued_inputs(Database &database, JobId id) {
	Query rows(database,
			"SELECT n FROM job_inputs WHERE task_id = ?1 AND state = 'queued' ORDER BY n",
			id.to_string());
	return numbers_in(rows);
}

Result<std::vector<std::uint64_t>> written_answers(Database &database, JobId id) {
	Query rows(database,
			"SELECT n FROM job_inputs WHERE task_id = ?1 AND state = 'written'"
			" AND question_id <> '' ORDER BY n",
			id.to_string());
	return numbers_in(rows);
}

Result<QuestionId> question_of_input(Database &database, JobId id, std::uint64_t n) {
	const Result<std::string> question =
			database.text("SELECT question_id FROM job_inputs WHERE task_id = ?1 AND n = ?2", "",
					id.to_string(), n);
	return question.ok() ? Result(QuestionId::parse(question.value()).value_or(QuestionId()))
						 : question.status();
}

Result<std::string> reserved_of(Database &database, JobId id) {
	return database.text("SELECT reserved FROM jobs WHERE task_id = ?1", "", id.to_string());
}

Status set_reserved(Database &database, JobId id, std::string_view reserved) {
	return database.run(
			"UPDATE jobs SET reserved = ?2 WHERE task_id = ?1", id.to_string(), reserved);
}

Result<std::vector<EndedJob>> ended_jobs(Database &database) {
	std::vector<EndedJob> jobs;
	Query rows(database,
			"SELECT number, ended_at FROM jobs WHERE ended_at IS NOT NULL AND keep = 0"
			" ORDER BY ended_at, number");
	while (rows.next()) {
		jobs.push_back({ JobId(static_cast<std::uint64_t>(rows.integer(0))),
				WallTime(Micros(rows.integer(1))) });
	}
	return rows.status().ok() ? Result(std::move(jobs)) : rows.status();
}

} // namespace agent_runtime
