#pragma once

// What a user sets before a runtime starts, and what can be wrong with it. The node's inspector and
// the `cru` program fill in the same struct, so both report the same problems in the same words.

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/field_problem.h"

namespace agent_runtime {

// Thread rule: any thread may hold its own copy; not shared.
struct RuntimeConfig {
	static constexpr double LEAST_LAG = 0.01;
	static constexpr double LARGEST_LAG = 3600.0;
	static constexpr int AUTO_HELPER_THREADS = -1;
	static constexpr int MAX_HELPER_THREADS = 64;
	static constexpr int MAX_PORT = 65'535;

	// Whether anything is stored in a file. Without one, agents and everything that they remember
	// are gone when the runtime stops.
	bool storage_enabled = true;

	// Where the database lies: an absolute path, or one that begins with user://. Empty: the
	// default place is found at the start.
	std::string database_path;

	// The seed of all chance in the world. The same seed and inputs give it the same course.
	std::uint64_t seed = 0;

	// Sim seconds per real second; see ScaledClock.
	double time_scale = 1.0;

	// How far the world's clock may run ahead of a world that cannot keep up, in sim seconds. Then
	// the clock waits, and the world slows down.
	double most_lag = 1.0;

	// How many threads help with a step, from 0 to 64; AUTO_HELPER_THREADS adapts to the machine.
	int helper_threads = AUTO_HELPER_THREADS;

	// Whether minds are offered the tool "recall", by which they look up what their agents remember
	// (recall_tool.h). Without storage there is nothing to look up, and the tool is not offered.
	bool recall_enabled = false;

	// Whether programs outside the process may connect, over a port of this machine.
	bool gateway_enabled = false;

	// The port; 0 takes any free one.
	int gateway_port = 0;

	// Everything that is wrong, in the order of the fields; empty when the runtime can start with
	// this. Looks at the values only: whether the file can be opened shows at the start.
	std::vector<FieldProblem> validate() const;
};

} // namespace agent_runtime
