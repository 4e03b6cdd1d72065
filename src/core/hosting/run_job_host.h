#pragma once

#include "core/base/clock.h"
#include "core/hosting/job_launch.h"

#include <string>

namespace agent_runtime {

// The whole life of a host, in a process of its own that launch_host() has started: takes the lock
// of the job in this folder, reads what it is to do, lets whoever launched it hear that it lives,
// and goes on in a child until the program has ended. Returns the exit code of the process.
// Thread rule: the main thread of a process that does nothing else.
HostExit run_job_host(const std::string &job_folder, const Clock &clock);

} // namespace agent_runtime
