#pragma once

// The one place where a process is forked: what the child does until it becomes the program.

#include <sys/types.h>

namespace agent_runtime {

// Everything that the child does is decided before it exists, since it may not even allocate.
// Thread rule: immutable.
struct ChildPlan {
	const char *program = nullptr; // a path
	char *const *arguments = nullptr; // ends with a null
	char *const *environment = nullptr;
	const char *folder = nullptr; // or null
	int input = -1;
	int output = -1;
	int error = -1;
	int report = -1; // receives what went wrong; closes when the program runs
	bool in_our_group = false; // instead of leading a group of its own
	// It leads a session of its own, and is not killed when the thread that starts it ends. For
	// launch_detached() alone.
	bool outlives = false;
};

struct ChildReport {
	int error = 0; // an errno; 0: the program runs
	bool folder = false; // whether the folder was the problem
};

// Returns the child's process; below 0, errno says why there is none. Returns once the child runs
// its program or has failed to.
pid_t start_child(const ChildPlan &plan);

// Reads what the child wrote to `report`.
ChildReport read_child_report(int fd);

} // namespace agent_runtime
