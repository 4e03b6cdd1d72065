#pragma once

#include "core/hosting/inbox_line.h"
#include "core/hosting/job_files.h"
#include "core/io/own_folder.h"

#include <cstdint>
#include <utility>

namespace agent_runtime {

// Appends to the inbox of a job. Whoever holds the simulation lock of its database may do so, and
// nobody else. Thread rule: any thread, one at a time.
class InboxWriter {
public:
	static Result<InboxWriter> open(const JobFolders &folders);

	std::uint64_t last_n() const { return last_n_; }
	// A line that is there already is not written again, so a repetition does nothing.
	// `failed_precondition` when one before it is missing, `exhausted` when there is no space.
	Status append(const InboxLine &line);

private:
	InboxWriter(OwnFile file, std::uint64_t last_n) :
			file_(std::move(file)),
			last_n_(last_n) {}

	OwnFile file_;
	std::uint64_t last_n_;
};

} // namespace agent_runtime
