#pragma once

// Starts a program in a process group of its own, which inherits nothing of ours but three pipes.

#include "core/base/status.h"
#include "core/io/process_runner.h"
#include "core/io/unique_fd.h"

#include <string>
#include <string_view>

#include <sys/types.h>

namespace agent_runtime {

// Our ends of its pipes do not block.
struct SpawnedProcess {
	pid_t pid = -1; // also the number of its process group
	UniqueFd input; // closed when there is nothing to write
	UniqueFd output;
	UniqueFd error;
};

// Finds a program: a path is used as it is, a name is looked for in `path`, a list of folders with
// colons between them. `not_found` says what was looked for and what to try.
Result<std::string> find_program(const std::string &program, std::string_view path);

// The child starts with fresh signal handling and none of our open files. It is killed when the
// thread that called this ends, and so when a game crashes, too. That reaches the program itself;
// what it has started sees its pipes close.
Result<SpawnedProcess> spawn_process(const ProcessSpec &spec);

} // namespace agent_runtime
