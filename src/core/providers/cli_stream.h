#pragma once

// Reads what the command-line programs print while they run; each has JSON lines of its own kind.

#include "core/mind/model.h"

#include <optional>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// How a turn ended. The problem's message is the program's, unchanged.
using CliEnd = std::variant<ModelAnswer, ModelProblem>;

// What one line contained.
struct CliNews {
	bool progressed = false;
	std::string text; // part of the answer
	std::optional<CliEnd> end; // set by the closing line
};

// Reads the lines of one call. Whatever they contain, it neither throws nor mistakes an error
// message for the answer. Thread rule: worker only.
class CliStream {
public:
	virtual ~CliStream() = default;
	// `line` is an object. Nothing more is read after the closing line.
	virtual CliNews read(const nlohmann::json &line) = 0;
	// What was spent so far, as far as the program has reported it.
	virtual Usage usage() const = 0;
};

} // namespace agent_runtime
