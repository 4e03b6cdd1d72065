#pragma once

// Cuts what a program writes into lines, however its bytes arrive.

#include "core/base/status.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Any split of the same bytes gives the same lines, and the same error after the same line. Blank
// lines are skipped. Owned by whoever reads the bytes. Thread rule: worker only.
class JsonLines {
public:
	// Receives a line without its end. Returns false to get no more of them.
	using OnLine = std::function<bool(std::string_view line)>;

	explicit JsonLines(std::size_t longest) :
			longest_(longest) {}

	// `exhausted`: a line is longer than allowed, and nothing after it is read. An `on_line` that
	// returns false may have destroyed this.
	Status feed(std::string_view part, const OnLine &on_line);
	// The bytes have ended. What is left counts as a line.
	void finish(const OnLine &on_line);

private:
	Status too_long() const;

	const std::size_t longest_;
	std::string rest_; // the beginning of a line that is not complete
	bool ended_ = false;
};

} // namespace agent_runtime
