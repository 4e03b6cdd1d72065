#pragma once

#include "core/base/status.h"
#include "core/io/process_runner.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>

namespace agent_runtime {

struct ProgramBounds {
	std::chrono::milliseconds limit = std::chrono::seconds(30);
	std::size_t output_bytes = 1'048'576; // of each stream
	// Becomes true when nobody waits any more; it is looked at all the time. Null: somebody will.
	const std::atomic<bool> *cancelled = nullptr;
};

// How a program has ended, and what it wrote.
struct ProgramOutcome {
	ProcessExit exit;
	std::string output;
	std::string error;

	bool succeeded() const { return exit.signal == 0 && exit.code == 0; }
};

// Runs a program to its end and waits for that. It reads nothing: the spec's input is not looked
// at. `deadline_exceeded` when it takes too long, `exhausted` when it writes too much, `cancelled`
// when nobody waits any more; then its whole group was killed. What it leaves behind in its group
// is killed as well.
// Thread rule: any thread that may wait.
Result<ProgramOutcome> run_program(const ProcessSpec &spec, const ProgramBounds &bounds = {});

} // namespace agent_runtime
