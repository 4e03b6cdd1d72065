#pragma once

// The requests about jobs, with their fields and replies.
// Thread rule: immutable.

#include "core/base/field_codec.h"
#include "core/base/value_fields.h"
#include "core/base/vocabulary_fields.h"
#include "core/jobs/job.h"
#include "core/jobs/job_events.h"
#include "core/jobs/which_job.h"
#include "core/questions/question.h"
#include "core/requests/request_words.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace vocabulary {

inline constexpr std::size_t LONGEST_JOB_PROMPT = 1'048'576;
inline constexpr std::size_t LONGEST_JOB_NAME = 200;
inline constexpr std::size_t MOST_COMMAND_WORDS = 256;
inline constexpr std::size_t LONGEST_COMMAND_WORD = 4'096;
inline constexpr std::size_t LONGEST_FILE_PATH = 4'096;
inline constexpr std::size_t MOST_JOBS_SHOWN = 1'000;
inline constexpr std::size_t MOST_OUTPUT_LINES = 10'000;
inline constexpr std::size_t MOST_OUTPUT_BYTES = 4'194'304;

inline constexpr Field PROGRAM = { .name = "program",
	.sentence = "What does the work: claude, codex, or a command." };
inline constexpr Field JOB_STATUS = { .name = "status",
	.sentence = "How far the job is.",
	.required = true };

} // namespace vocabulary

// Names one job and nothing else.
struct OneJob {
	JobId job;
	static constexpr auto fields() { return FieldRows{ bind(vocabulary::JOB, &OneJob::job) }; }
};

// How far a job may go; what is left out, the settings say.
struct JobLimitFields {
	std::optional<double> dollars;
	std::optional<std::uint64_t> seconds;
	std::optional<std::uint64_t> output_megabytes;
	std::optional<std::uint64_t> memory_megabytes;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "dollars",
						 .sentence = "What claude or codex may spend at the most. It is reserved "
									 "before the start.",
						 .max = 1'000'000 },
					&JobLimitFields::dollars),
			bind({ .name = "seconds",
						 .sentence = "How long it may run; 0: no limit.",
						 .max = 31'536'000 },
					&JobLimitFields::seconds),
			bind({ .name = "output_megabytes",
						 .sentence = "How long its output file may become.",
						 .min = 1,
						 .max = 1'048'576 },
					&JobLimitFields::output_megabytes),
			bind({ .name = "memory_megabytes",
						 .sentence = "How much memory all its processes may use together; 0: no "
									 "limit.",
						 .max = 16'777'216 },
					&JobLimitFields::memory_megabytes),
		};
	}
};

// A job that was accepted.
struct JobStartReply {
	JobId job;
	JobStatus status = JobStatus::starting;
	std::string output_file;
	std::string worktree;
	std::string branch;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(JOB, &JobStartReply::job),
			bind(JOB_STATUS, &JobStartReply::status),
			bind({ .name = "output_file",
						 .sentence = "The file to which all that it writes goes.",
						 .required = true,
						 .max_length = LONGEST_FILE_PATH },
					&JobStartReply::output_file),
			bind_unless_empty({ .name = "worktree",
									  .sentence = "The worktree in which it works.",
									  .max_length = LONGEST_FILE_PATH },
					&JobStartReply::worktree),
			bind_unless_empty({ .name = "branch", .sentence = "The branch of that worktree." },
					&JobStartReply::branch),
		};
	}
};

struct JobStartRequest {
	using Reply = JobStartReply;
	static constexpr RequestWords WORDS{ .name = "job_start_request",
		.sentence = "Start a program that works at something, and lives on when the game ends." };
	std::optional<JobProgram> program;
	std::vector<std::string> command;
	std::string task_name;
	std::string prompt;
	AgentId agent;
	std::string folder;
	bool worktree = false;
	std::string model;
	std::string permission_mode;
	bool keeps_talking = false;
	bool keep = false;
	nlohmann::json environment;
	JobLimitFields limits;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(PROGRAM, &JobStartRequest::program),
			bind({ .name = "command",
						 .sentence = "Of a command: its words, the program first.",
						 .max_length = MOST_COMMAND_WORDS,
						 .empty_items = true,
						 .item_length = LONGEST_COMMAND_WORD },
					&JobStartRequest::command),
			bind({ .name = "task_name",
						 .sentence = "What it is called, for people; the beginning of the prompt "
									 "when absent.",
						 .one_line = true,
						 .max_length = LONGEST_JOB_NAME },
					&JobStartRequest::task_name),
			bind({ .name = "prompt",
						 .sentence = "What it is to do. It goes to the program's input, and never "
									 "into its arguments.",
						 .max_length = LONGEST_JOB_PROMPT },
					&JobStartRequest::prompt),
			bind(JOB_AGENT, &JobStartRequest::agent),
			bind({ .name = "folder",
						 .sentence = "Where it works: an absolute path; the settings say it when "
									 "absent.",
						 .one_line = true,
						 .max_length = LONGEST_FILE_PATH },
					&JobStartRequest::folder),
			bind({ .name = "worktree",
						 .sentence =
								 "Whether it works in a worktree of its own, on a new branch." },
					&JobStartRequest::worktree),
			bind({ .name = "model", .sentence = "The model to ask for.", .one_line = true },
					&JobStartRequest::model),
			bind({ .name = "permission_mode",
						 .sentence =
								 "How the program asks for permission; only the game itself may "
								 "set it.",
						 .one_line = true },
					&JobStartRequest::permission_mode),
			bind({ .name = "keeps_talking",
						 .sentence = "Whether its input stays open when it has answered." },
					&JobStartRequest::keeps_talking),
			bind({ .name = "keep", .sentence = "Whether it is left out when old jobs are purged." },
					&JobStartRequest::keep),
			bind({ .name = "environment",
						 .kind = any_object,
						 .sentence =
								 "Variables to set, or null to take one out; only the game itself "
								 "may set them.",
						 .max_length = LARGEST_METADATA },
					&JobStartRequest::environment),
			bind({ .name = "limits", .sentence = "How far it may go." }, &JobStartRequest::limits),
		};
	}
};

struct JobResumeRequest {
	using Reply = JobStartReply;
	static constexpr RequestWords WORDS{ .name = "job_resume_request",
		.sentence = "Start another attempt of a job that has ended: claude and codex go on with "
					"their conversation." };
	JobId job;
	std::string prompt;
	std::optional<double> dollars;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(JOB, &JobResumeRequest::job),
			bind({ .name = "prompt",
						 .sentence = "What it is to do now.",
						 .max_length = LONGEST_JOB_PROMPT },
					&JobResumeRequest::prompt),
			bind({ .name = "dollars",
						 .sentence = "What this attempt may spend; as before when absent.",
						 .max = 1'000'000 },
					&JobResumeRequest::dollars),
		};
	}
};

struct JobKillReply {
	JobId job;
	JobStatus status = JobStatus::running;
	std::optional<WallTime> kill_asked_at;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(JOB, &JobKillReply::job),
			bind(JOB_STATUS, &JobKillReply::status),
			bind({ .name = "kill_asked_at",
						 .sentence = "When its end was asked for: date and time in UTC." },
					&JobKillReply::kill_asked_at),
		};
	}
};

struct JobKillRequest : WhichJob {
	using Reply = JobKillReply;
	static constexpr RequestWords WORDS{ .name = "job_kill_request",
		.sentence = "End a job: its program and all that it has started." };
	std::string reason = "asked for";
	std::uint64_t grace_seconds = 5;
	static constexpr auto fields() {
		using namespace vocabulary;
		return join_rows(WhichJob::fields(),
				FieldRows{
						bind({ .name = "reason",
									 .sentence = "Why, in a sentence.",
									 .max_length = LONGEST_SENTENCE },
								&JobKillRequest::reason),
						bind({ .name = "grace_seconds",
									 .sentence = "How long it has to end by itself; 5 when absent.",
									 .max = 3'600 },
								&JobKillRequest::grace_seconds),
				});
	}
};

struct JobInputRequest {
	using Reply = OneJob;
	static constexpr RequestWords WORDS{ .name = "job_input_request",
		.sentence = "Say something to a job that runs, interrupt it, or close its input." };
	JobId job;
	std::string text;
	bool interrupt = false;
	bool close = false;
	std::string key;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(JOB, &JobInputRequest::job),
			bind({ .name = "text", .sentence = "What to say.", .max_length = LONGEST_JOB_PROMPT },
					&JobInputRequest::text),
			bind({ .name = "interrupt",
						 .sentence = "Ends what it is doing now, and not the program." },
					&JobInputRequest::interrupt),
			bind({ .name = "close", .sentence = "Nothing more is said to it." },
					&JobInputRequest::close),
			bind({ .name = "input_key",
						 .sentence = "A name of the sender's own for this input. Sent again under "
									 "the same name, it is the same input.",
						 .one_line = true },
					&JobInputRequest::key),
		};
	}
};

// What somebody has said to a job: the answer to its question, or words of their own.
struct JobRespondReply {
	JobId job;
	QuestionId question;
	static constexpr auto fields() {
		return FieldRows{
			bind(vocabulary::JOB, &JobRespondReply::job),
			bind({ .name = "question_id",
						 .sentence = "The question that is answered now; absent when the job had "
									 "asked nothing and was told the text." },
					&JobRespondReply::question),
		};
	}
};

struct JobRespondRequest : WhichJob {
	using Reply = JobRespondReply;
	static constexpr RequestWords WORDS{ .name = "job_respond_request",
		.sentence = "Answer the one question that a job waits with; a job that waits with none is "
					"told the text." };
	nlohmann::json response;
	std::string key;
	static constexpr auto fields() {
		using namespace vocabulary;
		return join_rows(WhichJob::fields(),
				FieldRows{
						bind({ .name = "response",
									 .kind = any,
									 .sentence = "What to say, as for question_answer_request.",
									 .required = true,
									 .max_length = LARGEST_ANSWER },
								&JobRespondRequest::response),
						bind({ .name = "answer_key",
									 .sentence = "A name of the sender's own for this. Sent again "
												 "under the same name, it is the same.",
									 .one_line = true,
									 .min_length = 1,
									 .max_length = LONGEST_ANSWER_KEY },
								&JobRespondRequest::key),
				});
	}
};

// A job as it stands at one moment.
struct JobFields {
	JobId job;
	std::string task_name;
	AgentId agent;
	JobProgram program = JobProgram::command;
	JobStatus status = JobStatus::starting;
	std::string error;
	std::string folder;
	std::string worktree;
	std::string branch;
	std::string output_file;
	std::optional<std::int64_t> pid;
	std::uint64_t attempt = 1;
	WallTime created_at;
	std::optional<WallTime> started_at;
	std::optional<WallTime> ended_at;
	std::optional<std::int64_t> exit_code;
	std::optional<std::int64_t> signal;
	std::uint64_t last_seq = 0;
	std::uint64_t pending_questions = 0;
	double dollars = 0;
	// NOLINTNEXTLINE(readability-function-size): a row for each field
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(JOB, &JobFields::job),
			bind({ .name = "task_name",
						 .sentence = "What it is called, for people.",
						 .required = true,
						 .max_length = LONGEST_JOB_NAME },
					&JobFields::task_name),
			bind(JOB_AGENT, &JobFields::agent),
			bind({ .name = "program", .sentence = "What does the work.", .required = true },
					&JobFields::program),
			bind(JOB_STATUS, &JobFields::status),
			bind({ .name = "error",
						 .sentence = "Why it has failed; empty where it has not.",
						 .required = true,
						 .max_length = LONGEST_SENTENCE },
					&JobFields::error),
			bind({ .name = "folder",
						 .sentence = "Where it was asked to work.",
						 .required = true,
						 .max_length = LONGEST_FILE_PATH },
					&JobFields::folder),
			bind({ .name = "worktree",
						 .sentence = "The worktree in which it works instead; empty: none.",
						 .required = true,
						 .max_length = LONGEST_FILE_PATH },
					&JobFields::worktree),
			bind({ .name = "branch",
						 .sentence = "The branch of that worktree; empty: none.",
						 .required = true },
					&JobFields::branch),
			bind({ .name = "output_file",
						 .sentence = "The file to which all that it writes goes.",
						 .required = true,
						 .max_length = LONGEST_FILE_PATH },
					&JobFields::output_file),
			bind({ .name = "pid", .sentence = "The process of its program, once it was started." },
					&JobFields::pid),
			bind({ .name = "attempt", .sentence = "Which attempt.", .required = true },
					&JobFields::attempt),
			bind({ .name = "created_at",
						 .sentence = "When it was asked for: date and time in UTC.",
						 .required = true },
					&JobFields::created_at),
			bind({ .name = "started_at", .sentence = "When its program was started." },
					&JobFields::started_at),
			bind({ .name = "ended_at", .sentence = "When it ended." }, &JobFields::ended_at),
			bind({ .name = "exit_code", .sentence = "The code with which its program has ended." },
					&JobFields::exit_code),
			bind({ .name = "signal", .sentence = "The signal that has ended it, if one has." },
					&JobFields::signal),
			bind(LAST_SEQ, &JobFields::last_seq),
			bind({ .name = "pending_questions",
						 .sentence = "How many of its questions wait for an answer.",
						 .required = true },
					&JobFields::pending_questions),
			bind({ .name = "dollars",
						 .sentence = "What it has spent, as its program says.",
						 .required = true },
					&JobFields::dollars),
		};
	}
};

struct JobRequest : OneJob {
	using Reply = JobFields;
	static constexpr RequestWords WORDS{ .name = "job_request", .sentence = "Look at a job." };
};

struct JobsReply {
	std::vector<JobFields> jobs;
	bool more = false;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "jobs",
						 .sentence = "The jobs, the newest first.",
						 .required = true,
						 .max_length = vocabulary::MOST_JOBS_SHOWN },
					&JobsReply::jobs),
			bind({ .name = "more", .sentence = "Whether there are older ones.", .required = true },
					&JobsReply::more),
		};
	}
};

struct JobsRequest {
	using Reply = JobsReply;
	static constexpr RequestWords WORDS{ .name = "jobs_request",
		.sentence = "List jobs, the newest first.",
		.long_answer = true };
	std::optional<JobStatus> status;
	AgentId agent;
	JobId before;
	std::size_t limit = 100;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "status", .sentence = "Only jobs of this status." },
					&JobsRequest::status),
			bind({ .name = "agent_id", .sentence = "Only jobs for this agent." },
					&JobsRequest::agent),
			bind({ .name = "before", .sentence = "Only jobs older than this one, to read on." },
					&JobsRequest::before),
			bind({ .name = "limit",
						 .sentence = "At most so many; 100 when absent.",
						 .min = 1,
						 .max = MOST_JOBS_SHOWN },
					&JobsRequest::limit),
		};
	}
};

// A line of a job's output, as its file has it.
struct JobLineFields {
	std::uint64_t seq = 0;
	std::string ts;
	std::string stream;
	std::string data;
	std::optional<std::string> encoding;
	std::optional<bool> more;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "seq", .sentence = "Its number, from 1.", .required = true },
					&JobLineFields::seq),
			bind({ .name = "ts",
						 .sentence = "When it was read: date and time in UTC.",
						 .required = true },
					&JobLineFields::ts),
			bind({ .name = "stream", .sentence = "stdout or stderr.", .required = true },
					&JobLineFields::stream),
			bind({ .name = "data",
						 .sentence = "What was written, without the end of the line.",
						 .required = true,
						 .max_length = 33'554'432 },
					&JobLineFields::data),
			bind({ .name = "encoding", .sentence = "base64 where the data are not UTF-8." },
					&JobLineFields::encoding),
			bind({ .name = "more",
						 .sentence = "True: the line goes on in the next record of its stream." },
					&JobLineFields::more),
		};
	}
};

struct JobOutputReply {
	JobId job;
	std::vector<JobLineFields> lines;
	std::uint64_t line_count = 0;
	std::uint64_t last_seq = 0;
	bool more = false;
	JobStatus status = JobStatus::starting;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(JOB, &JobOutputReply::job),
			bind({ .name = "lines",
						 .sentence = "The lines, in order.",
						 .required = true,
						 .max_length = MOST_OUTPUT_LINES },
					&JobOutputReply::lines),
			bind({ .name = "line_count", .sentence = "How many there are.", .required = true },
					&JobOutputReply::line_count),
			bind({ .name = "last_seq",
						 .sentence = "Where to read on: the number of the last of these lines.",
						 .required = true },
					&JobOutputReply::last_seq),
			bind({ .name = "more", .sentence = "Whether others follow now.", .required = true },
					&JobOutputReply::more),
			bind(JOB_STATUS, &JobOutputReply::status),
		};
	}
};

struct JobOutputRequest : WhichJob {
	using Reply = JobOutputReply;
	static constexpr RequestWords WORDS{ .name = "job_output_request",
		.sentence = "Read what a job has written.",
		.long_answer = true };
	std::uint64_t since = 0;
	std::size_t limit = 1'000;
	std::size_t max_bytes = vocabulary::MOST_OUTPUT_BYTES;
	static constexpr auto fields() {
		using namespace vocabulary;
		return join_rows(WhichJob::fields(),
				FieldRows{
						bind({ .name = "since", .sentence = "Only lines with higher numbers." },
								&JobOutputRequest::since),
						bind({ .name = "limit",
									 .sentence = "At most so many lines. When absent, 1000 in a "
												 "reply, and all of them over HTTP.",
									 .min = 1,
									 .max = MOST_OUTPUT_LINES },
								&JobOutputRequest::limit),
						bind({ .name = "max_bytes",
									 .sentence = "About so many bytes, and at least one line. When "
												 "absent, what fits into a reply (4 megabytes), "
												 "and no limit over HTTP.",
									 .min = 1,
									 .max = MOST_OUTPUT_BYTES },
								&JobOutputRequest::max_bytes),
				});
	}
};

// What a purge takes, or would take.
struct PurgedJobFields {
	JobId job;
	std::uint64_t bytes = 0;
	std::string reason;
	std::optional<std::string> kept_worktree;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind(JOB, &PurgedJobFields::job),
			bind({ .name = "bytes", .sentence = "What its files take up.", .required = true },
					&PurgedJobFields::bytes),
			bind(REASON, &PurgedJobFields::reason),
			bind({ .name = "kept_worktree",
						 .sentence = "Its worktree, where that stays because work is in it.",
						 .max_length = LONGEST_FILE_PATH },
					&PurgedJobFields::kept_worktree),
		};
	}
};

struct JobPurgeReply {
	std::vector<PurgedJobFields> jobs;
	std::uint64_t bytes = 0;
	bool dry_run = false;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "jobs",
						 .sentence = "The jobs that are gone, or would be.",
						 .required = true,
						 .max_length = vocabulary::MOST_JOBS_SHOWN },
					&JobPurgeReply::jobs),
			bind({ .name = "bytes",
						 .sentence = "What their files took up together.",
						 .required = true },
					&JobPurgeReply::bytes),
			bind({ .name = "dry_run", .sentence = "True: nothing has happened.", .required = true },
					&JobPurgeReply::dry_run),
		};
	}
};

struct JobPurgeRequest {
	using Reply = JobPurgeReply;
	static constexpr RequestWords WORDS{ .name = "job_purge_request",
		.sentence = "Remove a job that has ended with its output, or all that are too old." };
	JobId job;
	bool dry_run = false;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "task_id",
						 .sentence = "The job; when absent, all that the settings do not keep." },
					&JobPurgeRequest::job),
			bind({ .name = "dry_run", .sentence = "Whether only to say what would go, and why." },
					&JobPurgeRequest::dry_run),
		};
	}
};

// Called exactly once, with the reply to a request.
template <typename Reply>
using JobDone = std::function<void(const Result<Reply> &reply)>;

} // namespace agent_runtime
