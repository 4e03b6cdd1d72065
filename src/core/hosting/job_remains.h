#pragma once

#include "core/base/clock.h"
#include "core/hosting/job_files.h"
#include "core/hosting/journal_line.h"
#include "core/io/own_folder.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace agent_runtime {

// Reads a whole journal. Lines that cannot be read are passed over.
Result<JournalSummary> read_journal(const JobFolders &folders);

// A job without a host: what is left is looked at and put in order while nobody can start one,
// because this holds the lock. Thread rule: any thread, one at a time.
class JobRemains {
public:
	// `unavailable` when a host lives.
	static Result<JobRemains> take(JobFolders folders);

	const JournalSummary &journal() const { return journal_; }
	const JobFolders &folders() const { return folders_; }

	// From now on no host begins this attempt or one before it. Does nothing when it is over.
	Status make_void(std::uint64_t attempt, const Clock &clock);
	// Cuts off the torn end of the output, and returns the number of its last line.
	Result<std::uint64_t> mend_output() const;

private:
	JobRemains(JobFolders folders, OwnFile lock, JournalSummary journal) :
			folders_(std::move(folders)),
			lock_(std::move(lock)),
			journal_(std::move(journal)) {}

	JobFolders folders_;
	OwnFile lock_;
	JournalSummary journal_;
};

// Whether a host of this job lives now: whether somebody holds its lock.
Result<bool> has_host(const JobFolders &folders);

// Ends whatever a dead host has left running, found by its marker (JobOrder::marker), and returns
// how many processes it were.
std::size_t end_strays(
		const std::string &marker, std::chrono::milliseconds grace = std::chrono::seconds(2));

} // namespace agent_runtime
