#pragma once

// The room jobs: programs that work while games come and go, as the game sees them. A job's program
// runs under a host of its own (the room hosting), so it lives on when the game is killed; the next
// game finds it again, or says how it has ended.
//
// What comes in: requests to start, kill, resume and purge jobs and to write to their programs, and
// what the hosts have written into their files. What goes out: rows and events, always both in one
// transaction, and orders for the hosts, which are written to their files after the commit. So what
// the game wants is in the database before a host sees it, and what a host has done is in its files
// before the database has it. Whatever dies in between, nothing happens twice and nothing is lost.
//
//	job.h            what a job is; job_plan.h, what was asked of it
//	job_messages.h   the requests; job_requests.h answers them; job_rules.h, who may ask for what;
//	                 shown_jobs.h, what is said of a job
//	job_events.h     what happens to jobs
//	job_tables.h     their tables; job_rows.h, all SQL on them
//	job_steps.h      each change of a job's state, as one decision
//	job_base.h       the folder `.coven`, and what lies in it that belongs to no record
//	which_job.h      which job a request means; job_agents.h, the agents for whom jobs work
//	new_job.h        an attempt with all that it needs; job_starter.h, how its host is launched
//	driver.h         how its program is spoken to
//	job_watch.h      what a host has done since; job_end.h, what an end means
//	job_keeper.h     all jobs that run; job_recovery.h, what a game finds when it starts;
//	                 found_job.h, a job that works without a record
//	job_retention.h  how long jobs are kept; job_purge.h, how they go; job_money.h, what they may
//	                 cost
//	job_desk.h       the thread on which all of it happens; job_works.h, what it has there
//	job_errands.h    what jobs wait for beside that thread: git, and processes that end
//	question_expiry.h    questions whose time is up
//	job_feed.h       lines of output for handlers in the game; job_followers.h, for the gateway;
//	                 job_words.h, what a program has said last
//	job_routes.h     the paths of the gateway
//	job_hooks.h      the points at which tests die
//
// A job begins as `starting`, and is `running` as soon as its host says so. It ends as `completed`,
// `failed` or `killed`; only a resume leaves these, with another attempt of the same job.

#include "core/base/choices.h"
#include "core/base/ids.h"
#include "core/base/process.h"
#include "core/base/time.h"
#include "core/base/trace_id.h"
#include "core/jobs/job_plan.h"
#include "core/log/subject.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

enum class JobStatus : std::uint8_t { starting, running, completed, failed, killed };

template <>
struct Choices<JobStatus> {
	static constexpr std::array<std::string_view, 5> NAMES = { "starting", "running", "completed",
		"failed", "killed" };
	static constexpr JobStatus OTHER = JobStatus::failed;
};

constexpr bool is_over(JobStatus status) {
	return status != JobStatus::starting && status != JobStatus::running;
}

// The error of a job whose program had ended when a game started and found it, in the words of the
// spec.
inline constexpr std::string_view DAEMON_RESTARTED = "daemon restarted";

// How an attempt has ended. Thread rule: immutable.
struct JobEnd {
	JobStatus status = JobStatus::failed;
	std::string error; // empty for `completed`
	std::optional<std::int64_t> exit_code;
	std::optional<std::int64_t> signal; // that has ended the program
	std::optional<WallTime> at = {}; // as its host says; nothing: just now

	bool operator==(const JobEnd &other) const = default;
};

// How far a job has come in its present attempt. Thread rule: immutable.
struct JobState {
	JobStatus status = JobStatus::starting;
	std::uint64_t attempt = 1;
	std::string error;
	std::optional<std::int64_t> exit_code;
	std::optional<std::int64_t> signal;
	ProcessIdentity process; // of its program, once it runs
	std::string command; // the name of that program
	std::int64_t host_pid = 0;
	WallTime created_at;
	std::optional<WallTime> started_at;
	std::optional<WallTime> ended_at;
	std::optional<WallTime> kill_asked_at;
	std::string kill_reason;
	bool keep = false; // it is never purged by age
	TaskId agent_task; // that its agent has been given; none: it works for nobody
};

// What the database knows of a job's files, and what its driver has understood of them. Committed
// together, so that a later game goes on exactly there.
// Thread rule: immutable.
struct JobCursor {
	std::uint64_t journal_read = 0; // in bytes
	std::uint64_t output_read = 0; // in bytes
	std::uint64_t last_seq = 0;
	std::uint64_t told_seq = 0; // the last line of which an event has told
	std::string driver = "{}"; // the driver's state, as JSON
	std::string session; // of the program, by which it can be resumed
	std::int64_t micro_dollars = 0; // that it says it has spent, over all attempts
	bool has_told_cost = false; // whether its program has said that in this attempt

	bool operator==(const JobCursor &other) const = default;
};

// A job as the database has it. Thread rule: immutable.
struct JobRecord {
	JobId id;
	JobPlan plan;
	std::string output_file; // its absolute path
	TraceId trace; // of the request that has started it
	JobState state;
	JobCursor cursor;
};

inline Subject job_subject(JobId id) {
	return Subject::numbered(Subject::Kind::job, id.number());
}

} // namespace agent_runtime
