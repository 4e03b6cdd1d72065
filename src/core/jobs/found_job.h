#pragma once

#include "core/base/status.h"
#include "core/hosting/inbox_line.h"
#include "core/hosting/job_files.h"
#include "core/hosting/job_order.h"
#include "core/jobs/job.h"
#include "core/log/decision.h"

#include <string>
#include <vector>

namespace agent_runtime {

// A job whose host lives though no record knows it, as when the database was replaced by an older
// copy: its record is made anew of its files, and its output is read again from the beginning of
// the attempt. So its questions are found again; those that were answered are withdrawn as soon as
// the program is seen to have taken the answer. What it has reserved of its money is lost.
// Thread rule: immutable.
struct UnrecordedJob {
	JobRecord record;
	std::vector<InboxLine> inbox; // all of it
	std::uint64_t first_input = 1; // of this attempt
};

// What an order says of its job for that case, in JobOrder::about. No word of a prompt stands in
// it.
std::string about_job(const JobRecord &job);

// `corrupt` when the files do not say enough.
Result<UnrecordedJob> read_found_job(
		const JobFolders &folders, const JobOrder &order, const std::string &output_file);

// Its record, with what was sent to it, and the event that it is there.
Status adopt_job(DecisionScope &scope, const UnrecordedJob &job);

} // namespace agent_runtime
