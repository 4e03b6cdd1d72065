#pragma once

// How a program is started: in a process group of its own, with nothing of ours but three pipes.

#include "core/base/status.h"
#include "core/io/process_runner.h"
#include "core/io/unique_fd.h"

#include <string>
#include <string_view>

#include <sys/types.h>

namespace agent_runtime {

// Our ends of its pipes do not block.
struct SpawnedProcess {
	pid_t pid = -1; // of the process group, too
	UniqueFd input; // closed when there is nothing to write
	UniqueFd output;
	UniqueFd error;
};

// Where a program lies: a path is taken as it is, a name is looked for in `path`, folders with
// colons between them. not_found says what was looked for and what to try.
Result<std::string> find_program(const std::string &program, std::string_view path);

// The child's signals are as nobody had touched them, and of our open files it has none. It is
// killed when the thread that called this ends: so when a game crashes, too. That reaches the
// program itself; what it has started sees its pipes close.
Result<SpawnedProcess> spawn_process(const ProcessSpec &spec);

} // namespace agent_runtime
