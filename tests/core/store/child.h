#pragma once

// For tests that need a process of their own, to be killed or to give up its rights. The child is
// this test program again, running one test case that is otherwise skipped.

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace agent_runtime {

// A child that runs one test case. At the end of the scope it is killed, if it still runs, and
// waited for.
class Child {
public:
	// Adds the variables to this process's environment.
	Child(const std::string &test_case,
			const std::vector<std::pair<std::string, std::string>> &variables);
	~Child();
	Child(const Child &) = delete;
	Child &operator=(const Child &) = delete;

	pid_t pid() const { return pid_; }

	// Returns what the child writes to its standard output, and waits until there is something.
	// Empty at the end.
	std::string read_some();

	void kill_hard();
	// Returns the exit code; -1 when a signal ended it.
	int wait();

private:
	pid_t pid_ = -1;
	int output_ = -1;
	int status_ = 0;
};

} // namespace agent_runtime
