#pragma once

#include "core/agents/simulation.h"
#include "core/runtime/recording.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// The fingerprint of a run: step, type, entity and data of its events in their order. Two runs that
// did the same have the same one, whenever and wherever they ran.
// Thread rule: any thread, one at a time.
class RunHash {
public:
	void add(const StepOutput &output);
	std::uint64_t value() const { return value_; }

private:
	std::uint64_t value_ = 14695981039346656037u;
};

// Follows a run and compares it with an earlier one.
// Thread rule: any thread, one at a time.
class RunComparison {
public:
	// One line for each event, as note() returned them.
	explicit RunComparison(std::vector<std::string> expected) :
			expected_(std::move(expected)) {}

	static void note(const StepOutput &output, std::vector<std::string> &lines);

	void add(const StepOutput &output);
	// Call after the last step. Returns the first difference, if there is one.
	std::optional<Divergence> finish();

private:
	std::vector<std::string> expected_;
	std::size_t position_ = 0;
	std::optional<Divergence> first_;
};

} // namespace agent_runtime
