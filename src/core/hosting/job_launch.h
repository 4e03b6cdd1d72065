#pragma once

#include "core/base/status.h"
#include "core/hosting/job_files.h"
#include "core/hosting/job_order.h"

#include <map>
#include <string>

namespace agent_runtime {

// What the process that launches a host says by its exit code.
enum class HostExit : int {
	lives = 0, // a host lives and holds the lock
	failed = 1, // host.log says why
	taken = 3, // another host has the job, or its attempt is over
	unreadable = 4, // the order cannot be read
};

// Writes the order of a job, and makes its files if they are not there yet. An older order is
// replaced at once. Thread rule: any thread.
Status write_order(const JobFolders &folders, const JobOrder &order);

// `not_found` when there is none; otherwise as JobOrder::parse.
Result<JobOrder> read_order(const JobFolders &folders);

// Starts a host for a job whose order is written. It lives on when this process ends. When this
// returns ok, a host lives and holds the lock; the journal says what becomes of the program.
// `already_exists` when another host has the job or its attempt is over; `invalid_argument` when
// the order cannot be read; `not_found` when there is no such program as `host`. `secrets` are
// variables for the program that stand in no file.
// Thread rule: any thread.
Status launch_host(const std::string &host, const JobFolders &folders,
		const std::map<std::string, std::string> &secrets = {});

} // namespace agent_runtime
