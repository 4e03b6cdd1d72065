#pragma once

// Starts a program in a process group of its own, which inherits nothing of ours but three pipes.

#include "core/base/status.h"
#include "core/io/child_plan.h"
#include "core/io/process_runner.h"
#include "core/io/unique_fd.h"

#include <cstdint>
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

enum class SpawnInput : std::uint8_t {
	when_given, // there is a pipe only for an input that the spec has
	pipe,
};

// The child starts with fresh signal handling and none of our open files. It is killed when the
// thread that called this ends, and so when a game crashes, too. That reaches the program itself;
// what it has started sees its pipes close.
Result<SpawnedProcess> spawn_process(
		const ProcessSpec &spec, SpawnInput input = SpawnInput::when_given);

// The same by a plan that says what its standard input, output and error are and what ties it to
// us; the rest of the plan is made from the spec, whose input is not looked at.
Result<pid_t> spawn_by_plan(const ProcessSpec &spec, ChildPlan plan);
// The same program as it is run by the host in its mode `bound` (bound_program.h). `not_found` as
// find_program().
Result<ProcessSpec> bound_by_host(const ProcessSpec &spec, const std::string &host);
// What reads as empty and takes whatever is written to it.
UniqueFd open_nothing();

} // namespace agent_runtime
