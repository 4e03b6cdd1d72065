#pragma once

// What happens to jobs. The subject of each event is the job. All of them wait for storage: nobody
// is told of what is in no log.
// Thread rule: immutable once emitted.

#include "core/base/value_fields.h"
#include "core/base/vocabulary_fields.h"
#include "core/jobs/job.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

struct JobEvents; // the list of all of them

namespace vocabulary {

inline constexpr Field JOB = { .name = "task_id",
	.sentence = "The job, such as job_012.",
	.required = true };
inline constexpr Field JOB_AGENT = { .name = "agent_id",
	.sentence = "The agent for whom it works; absent where it works for none." };
inline constexpr Field LAST_SEQ = { .name = "last_seq",
	.sentence = "The number of the last line of its output.",
	.required = true };

} // namespace vocabulary

// Which job, and for whom it works: what all these events begin with.
struct JobNamed {
	JobId job;
	AgentId agent;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(bind(JOB, &JobNamed::job), bind(JOB_AGENT, &JobNamed::agent));
	}
};

struct JobStarting {
	using List = JobEvents;
	static constexpr std::string_view TYPE = "job_starting";
	static constexpr EventNote NOTE = { .sentence =
												"A job was accepted, and its program is about to "
												"be started.",
		.waits_for_storage = true };
	JobNamed named;
	std::uint64_t attempt = 1;

	static constexpr auto fields() {
		return join_rows(part_fields(&JobStarting::named),
				FieldRows(bind({ .name = "attempt",
									   .sentence = "Which attempt: above 1 when it was resumed.",
									   .required = true },
						&JobStarting::attempt)));
	}
};

struct JobStarted {
	using List = JobEvents;
	static constexpr std::string_view TYPE = "job_started";
	static constexpr EventNote NOTE = { .sentence = "The program of a job runs.",
		.waits_for_storage = true };
	JobNamed named;
	std::int64_t pid = 0;

	static constexpr auto fields() {
		return join_rows(part_fields(&JobStarted::named),
				FieldRows(bind({ .name = "pid",
									   .sentence = "The process of the program.",
									   .required = true },
						&JobStarted::pid)));
	}
};

struct JobOutput {
	using List = JobEvents;
	static constexpr std::string_view TYPE = "job_output";
	static constexpr EventNote NOTE = { .sentence = "A job has written lines, which are in its "
													"output file.",
		.waits_for_storage = true };
	JobNamed named;
	std::uint64_t first_seq = 0;
	std::uint64_t last_seq = 0;

	static constexpr auto fields() {
		return join_rows(part_fields(&JobOutput::named),
				FieldRows(bind({ .name = "first_seq",
									   .sentence = "The number of the first of these lines.",
									   .required = true },
								  &JobOutput::first_seq),
						bind(vocabulary::LAST_SEQ, &JobOutput::last_seq)));
	}
};

struct JobCompleted {
	using List = JobEvents;
	static constexpr std::string_view TYPE = "job_completed";
	static constexpr EventNote NOTE = { .sentence =
												"The program of a job has ended by itself, with "
												"the code 0.",
		.waits_for_storage = true };
	JobNamed named;
	std::int64_t exit_code = 0;
	std::uint64_t last_seq = 0;

	static constexpr auto fields() {
		return join_rows(part_fields(&JobCompleted::named),
				FieldRows(bind({ .name = "exit_code",
									   .sentence = "The code with which it has ended.",
									   .required = true },
								  &JobCompleted::exit_code),
						bind(vocabulary::LAST_SEQ, &JobCompleted::last_seq)));
	}
};

// How a job has ended, where it has not completed.
struct JobEndFields {
	std::optional<std::int64_t> exit_code;
	std::optional<std::int64_t> signal;
	std::uint64_t last_seq = 0;

	static constexpr auto fields() {
		return FieldRows(
				bind({ .name = "exit_code",
							 .sentence = "The code with which its program has ended, where it is "
										 "known." },
						&JobEndFields::exit_code),
				bind({ .name = "signal", .sentence = "The signal that has ended it, if one has." },
						&JobEndFields::signal),
				bind(vocabulary::LAST_SEQ, &JobEndFields::last_seq));
	}
};

struct JobFailed {
	using List = JobEvents;
	static constexpr std::string_view TYPE = "job_failed";
	static constexpr EventNote NOTE = { .sentence = "A job has ended without having completed.",
		.waits_for_storage = true };
	JobNamed named;
	std::string error;
	JobEndFields end;

	static constexpr auto fields() {
		return join_rows(part_fields(&JobFailed::named),
				FieldRows(bind({ .name = "error",
									   .sentence = "Why, in a sentence.",
									   .required = true,
									   .max_length = vocabulary::LONGEST_SENTENCE },
						&JobFailed::error)),
				part_fields(&JobFailed::end));
	}
};

struct JobKilled {
	using List = JobEvents;
	static constexpr std::string_view TYPE = "job_killed";
	static constexpr EventNote NOTE = { .sentence =
												"A job was ended because somebody asked for it.",
		.waits_for_storage = true };
	JobNamed named;
	std::string reason;
	JobEndFields end;

	static constexpr auto fields() {
		return join_rows(part_fields(&JobKilled::named),
				FieldRows(bind({ .name = "reason",
									   .sentence = "Why, as whoever asked has said.",
									   .required = true,
									   .max_length = vocabulary::LONGEST_SENTENCE },
						&JobKilled::reason)),
				part_fields(&JobKilled::end));
	}
};

struct JobPurged {
	using List = JobEvents;
	static constexpr std::string_view TYPE = "job_purged";
	static constexpr EventNote NOTE = { .sentence = "The record of a job is gone, with its output, "
													"its files and its questions.",
		.waits_for_storage = true };
	JobNamed named;
	std::optional<std::string> kept_worktree;

	static constexpr auto fields() {
		return join_rows(part_fields(&JobPurged::named),
				FieldRows(bind({ .name = "kept_worktree",
									   .sentence = "Its worktree, where that was left because work "
												   "is in it.",
									   .max_length = 4'096 },
						&JobPurged::kept_worktree)));
	}
};

struct JobEvents : EventList<JobStarting, JobStarted, JobOutput, JobCompleted, JobFailed, JobKilled,
						   JobPurged> {};

extern template struct EventTable<JobEvents>;

} // namespace agent_runtime
