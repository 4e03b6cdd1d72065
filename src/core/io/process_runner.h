#pragma once

// Runs programs as children, each in a process group of its own. Their output is read as it comes,
// and they are ended together with everything that they have started.

#include "core/base/status.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

struct ProcessSpec {
	std::string program; // a path, or a name to be found on PATH
	std::vector<std::string> arguments; // without the program itself
	// Added to the environment of this process. A variable without a value is removed.
	std::map<std::string, std::optional<std::string>> environment;
	std::string folder; // the folder to run in; empty: that of this process
	std::string input; // written to its standard input, which is then closed
};

struct ProcessExit {
	int code = 0; // if it ended by itself
	int signal = 0; // 0: it ended by itself
};

// Receives what happens to one process. exited() comes exactly once, last, after all output, unless
// the process is destroyed before. Nothing is called from within start(). The listener may destroy
// the process within each call.
// Thread rule: worker only, the runner's.
class ProcessListener {
public:
	virtual ~ProcessListener() = default;
	virtual void wrote(std::string_view part) = 0;
	virtual void wrote_error(std::string_view part) = 0;
	virtual void exited(ProcessExit exit) = 0;
};

// A running child. Destroying it kills its whole process group and leaves no zombie.
class ChildProcess {
public:
	virtual ~ChildProcess() = default;
};

// Thread rule: worker only, the one thread on which its listeners are called.
class ProcessRunner {
public:
	virtual ~ProcessRunner() = default;
	// `not_found` names a program that does not exist. `listener` must outlive the child.
	virtual Result<std::unique_ptr<ChildProcess>> start(
			const ProcessSpec &spec, ProcessListener &listener) = 0;
};

} // namespace agent_runtime
