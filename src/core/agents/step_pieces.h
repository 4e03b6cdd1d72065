#pragma once

#include <cstddef>
#include <vector>

namespace agent_runtime {

struct StepOutput;

struct StepRange {
	std::size_t begin = 0;
	std::size_t end = 0;
};

// A part of what one step leaves in the database.
struct StepPiece {
	StepRange inputs;
	StepRange conversations;
	StepRange events;
	bool is_first = false;
	bool is_last = false;
	std::size_t bytes = 0; // approximate size in memory
};

// Cuts what a step leaves into pieces that take about a millisecond each, since an operation that
// is begun holds the write lock until it is through: inputs first, then lines, then events in their
// order. At least one piece. Thread rule: any thread.
std::vector<StepPiece> cut_into_pieces(const StepOutput &step);

} // namespace agent_runtime
