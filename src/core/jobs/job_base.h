#pragma once

#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/base/status.h"
#include "core/hosting/job_files.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace agent_runtime {

// The folder in which the files of all jobs of a database lie: `.coven` beside the `.crucible` of a
// project, DATABASE.coven otherwise. It belongs to one event log, whose epoch stands in store.json:
//
//	BASE/.gitignore        *
//	BASE/store.json        {"format":1,"epoch":"3f0c…","database":"/project/.crucible/agents.db"}
//	BASE/output/, BASE/jobs/    see hosting/job_files.h
//	BASE/worktrees/job_012/
//
// Owned by the desk. Thread rule: any thread, one at a time.
class JobBase {
public:
	static std::string path_for(const std::string &database_path);

	// Makes what is not there yet. What another log has left is set aside under its own name.
	static Result<JobBase> open(
			const std::string &database_path, const std::string &epoch, const Logger &log);

	const std::string &path() const { return path_; }
	const std::string &epoch() const { return epoch_; }
	std::string output_path(JobId id) const;
	std::string worktree_path(JobId id) const;

	// The highest number that a file or folder of a job has in its name; 0: there is none.
	std::uint64_t highest_number() const;
	// `not_found` when there are no files of this job.
	Result<JobFolders> folders(JobId id) const { return JobFolders::open(path_, id); }
	// Makes the folders of a job, and its output file, which must not be there yet.
	Result<JobFolders> make(JobId id) const;
	// What output and folder of a job take up.
	std::uint64_t bytes_of(JobId id) const;
	// What is gone already is no error.
	Status remove(JobId id) const;

	// By which processes of an attempt are found (JobOrder::marker).
	std::string marker(JobId id, std::uint64_t attempt) const;

	// The jobs that have a file or a folder here, but are none of these; sorted, as those are.
	std::vector<JobId> without_record(const std::vector<JobId> &known) const;
	// The same of worktrees.
	std::vector<JobId> worktrees_without_record(const std::vector<JobId> &known) const;

private:
	JobBase(std::string path, std::string epoch) :
			path_(std::move(path)),
			epoch_(std::move(epoch)) {}

	Status settle_epoch(
			const OwnFolder &folder, const std::string &database_path, const Logger &log) const;
	std::vector<JobId> ids_there() const; // sorted

	std::string path_;
	std::string epoch_;
};

} // namespace agent_runtime
