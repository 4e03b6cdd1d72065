#pragma once

// Cuts what a program writes into lines, however the bytes come.

#include "core/base/status.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Any split of the same bytes gives the same lines, and the same error after the same line. Blank
// lines are none. Owned by who reads the bytes. Thread rule: worker only.
class JsonLines {
public:
	// Without its end. False: no more of them.
	using OnLine = std::function<bool(std::string_view line)>;

	explicit JsonLines(std::size_t longest) :
			longest_(longest) {}

	// exhausted: a line is longer than allowed; nothing is read after it. An `on_line` that says
	// false may have destroyed this.
	Status feed(std::string_view part, const OnLine &on_line);
	// The bytes have come to their end: what is left is a line, too.
	void finish(const OnLine &on_line);

private:
	Status too_long() const;

	const std::size_t longest_;
	std::string rest_; // of a line whose end has not come
	bool ended_ = false;
};

} // namespace agent_runtime
