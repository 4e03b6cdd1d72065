#pragma once

#include "core/io/unique_fd.h"

#include <vector>

#include <sys/types.h>

namespace agent_runtime {

// Those that a process has started, and those that they have, who have left its process group: a
// signal to the group does not reach them. Held so that a number that the system gives to another
// does no harm. Thread rule: worker only (io).
class Descendants {
public:
	Descendants() = default;
	// Looks for them. Nobody can find them once the process has ended, nor where /proc does not say
	// who a process's children are.
	static Descendants who_left_group_of(pid_t pid);

	void signal(int number) const;

private:
	std::vector<UniqueFd> found_; // one file for each, by which the system knows it
};

} // namespace agent_runtime
