#pragma once

// What the command-line programs say while they run, each in JSON lines of its own kind.

#include "core/mind/model.h"

#include <optional>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// How a turn ended. The problem's message is the program's, as it came.
using CliEnd = std::variant<ModelAnswer, ModelProblem>;

// What one line brought.
struct CliNews {
	bool progressed = false;
	std::string text; // words of the answer
	std::optional<CliEnd> end; // it was the closing line
};

// Reads the lines of one run. Whatever they hold, it neither throws nor takes an error's words for
// the answer's. Thread rule: worker only.
class CliStream {
public:
	virtual ~CliStream() = default;
	// An object. After the closing line nothing more is read.
	virtual CliNews read(const nlohmann::json &line) = 0;
	// What was spent so far, as far as the program has said.
	virtual Usage usage() const = 0;
};

} // namespace agent_runtime
