#pragma once

#include "core/base/status.h"
#include "core/io/process_runner.h"

#include <chrono>

namespace agent_runtime {

inline constexpr std::chrono::seconds LAUNCH_LIMIT{ 10 };

// Starts a program that is not tied to this process: it leads a session of its own, has nothing of
// ours but the environment, and lives on when we are killed. Such a program forks soon, and the
// process that was started ends; its exit code is what the program says about its start. This waits
// for that and returns the code; `deadline_exceeded` when it does not come in time, and then that
// process was killed. `unsupported` where the system has no such thing. The spec's input is not
// looked at.
// Thread rule: any thread.
Result<int> launch_detached(
		const ProcessSpec &spec, std::chrono::milliseconds limit = LAUNCH_LIMIT);

// Whether this system has all that such a program and what it starts need; `unsupported` says what
// to do where it has not.
Status can_launch_detached();

// For the program that was launched so: it goes on in a child, with everything that it has open and
// locked, and whoever launched it hears the code 0. Call it while there is only one thread.
Status go_on_detached();

} // namespace agent_runtime
