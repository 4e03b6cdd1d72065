#pragma once

// Tests that need a process of their own, to be killed or to give up its rights. The child is this
// test program again, run with one test case that is skipped otherwise.

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace agent_runtime {

// A child that runs one test case. Killed, if it still runs, and waited for at the end of the
// scope.
class Child {
public:
	// The variables come on top of this process's environment.
	Child(const std::string &test_case,
			const std::vector<std::pair<std::string, std::string>> &variables);
	~Child();
	Child(const Child &) = delete;
	Child &operator=(const Child &) = delete;

	pid_t pid() const { return pid_; }

	// What the child writes to its standard output; blocks until there is something. Empty: the
	// end.
	std::string read_some();

	void kill_hard();
	// The exit code; -1 when a signal ended it.
	int wait();

private:
	pid_t pid_ = -1;
	int output_ = -1;
	int status_ = 0;
};

} // namespace agent_runtime
