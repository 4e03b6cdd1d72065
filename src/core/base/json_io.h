#pragma once

// Reads and writes JSON that strangers wrote. Whatever the text, nothing here throws, and nothing
// recurses deeper than the limit.
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

// How much one text may contain. Anything past a limit is refused as soon as it is reached.
struct JsonLimits {
	static constexpr std::size_t DEEPEST = 256; // no limit may be set deeper than this

	std::size_t bytes = 8'388'608;
	std::size_t depth = 64; // of lists and objects within one another
	std::size_t values = 500'000; // small values need far more memory than text
};

// Strictly RFC 8259, without comments or NaN, and stricter in two ways. A member that occurs twice
// is refused, since readers would disagree about which one counts. So is a number too large for a
// double.
Result<nlohmann::json> parse_json(std::string_view text, const JsonLimits &limits = JsonLimits());

// Writes one line of UTF-8 without spaces. Refuses what JSON cannot express: NaN, infinity, bytes
// that are not UTF-8, binary values.
Result<std::string> dump_json(const nlohmann::json &value, const JsonLimits &limits = JsonLimits());

// What dump_json() would refuse, if anything. `name` is the name of the value itself.
std::optional<FieldProblem> find_json_problem(const nlohmann::json &value, std::string_view name,
		const JsonLimits &limits = JsonLimits());

} // namespace agent_runtime
