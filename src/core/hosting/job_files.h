#pragma once

// What lies where for a job, a program that works under a host (agent_runtime_host). The host holds
// the program's pipes and outlives the game. Between the two lie only files that grow at their end,
// and a lock that the kernel frees when the host ends:
//
//	BASE/output/job_012.jsonl               what the program wrote       (output_line.h)
//	BASE/jobs/job_012/job.json              what the host is to run      (job_order.h)
//	BASE/jobs/job_012/inbox.jsonl           what the game wants done     (inbox_line.h)
//	BASE/jobs/job_012/journal.jsonl         what the host has done       (journal_line.h)
//	BASE/jobs/job_012/host.lock             held while a host lives      (job_remains.h)
//	BASE/jobs/job_012/host.log              for people
//
// What comes in: an order and lines of the inbox. What goes out: output and journal. The game's
// side is job_launch.h, inbox_writer.h, line_reader.h, output_reader.h and job_remains.h; the
// host's is job_host.h.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/io/own_folder.h"

#include <string>
#include <string_view>

namespace agent_runtime {

namespace job_files {

inline constexpr const char *JOBS = "jobs";
inline constexpr const char *OUTPUT = "output";
inline constexpr const char *ORDER = "job.json";
inline constexpr const char *LOCK = "host.lock";
inline constexpr const char *INBOX = "inbox.jsonl";
inline constexpr const char *JOURNAL = "journal.jsonl";
inline constexpr const char *LOG = "host.log";

// The variable by which whatever a job has started is found: NAME=MARKER.
inline constexpr std::string_view MARKER_VARIABLE = "AGENT_RUNTIME_JOB";

// "job_012.jsonl".
std::string output_name(JobId id);

} // namespace job_files

// The two folders in which the files of a job lie. Thread rule: any thread, one at a time.
struct JobFolders {
	JobId id;
	OwnFolder job;
	OwnFolder output;

	// `not_found` when there is none.
	static Result<JobFolders> open(const std::string &base, JobId id);
	// By the path of the job's own folder, BASE/jobs/job_012.
	static Result<JobFolders> open(const std::string &job_folder);
	static Result<JobFolders> make(const std::string &base, JobId id);

	Result<OwnFile> output_file(OwnFile::Use use) const;
};

} // namespace agent_runtime
