#pragma once

#include "core/io/unique_fd.h"

#include <vector>

#include <sys/types.h>

namespace agent_runtime {

// The descendants of a process that have left its process group, where a signal to the group does
// not reach them. They are held by file descriptors, so that a process number that the system
// reuses does no harm. Thread rule: worker only (io).
class Descendants {
public:
	Descendants() = default;
	// Finds them. This must happen before the process ends, and works only where /proc lists the
	// children of a process.
	static Descendants who_left_group_of(pid_t pid);

	void signal(int number) const;

private:
	std::vector<UniqueFd> found_; // one descriptor for each process
};

} // namespace agent_runtime
