#pragma once

// JSON in and out, for text that strangers wrote. Nothing here throws, and nothing recurses deeper
// than the limit, whatever it is given.
//
//	Result<nlohmann::json> message = parse_json(text);
//	if (!message.ok()) {
//		// invalid_argument: "agent_config.name: is written twice; leave one of them out"
//	}

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/field_problem.h"
#include "core/base/status.h"

namespace agent_runtime {

// How much one text may hold. What is past a limit is refused as soon as it is met.
struct JsonLimits {
	static constexpr std::size_t DEEPEST = 256; // no depth above this one is granted

	std::size_t bytes = 8'388'608;
	std::size_t depth = 64; // lists and objects within one another
	std::size_t values = 500'000; // small ones cost far more memory than text
};

// Strictly RFC 8259: no comments, no NaN. Beyond it: a member that is written twice is refused,
// because readers would disagree about which one counts, and so is a number too large for a double.
Result<nlohmann::json> parse_json(std::string_view text, const JsonLimits &limits = JsonLimits());

// One line without spaces, as UTF-8. Refuses what JSON cannot say: NaN, infinity, bytes that are
// not UTF-8, binary values.
Result<std::string> dump_json(const nlohmann::json &value, const JsonLimits &limits = JsonLimits());

// What dump_json would refuse, if anything. `name` is how the value itself is called.
std::optional<FieldProblem> find_json_problem(const nlohmann::json &value, std::string_view name,
		const JsonLimits &limits = JsonLimits());

} // namespace agent_runtime
