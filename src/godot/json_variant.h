#pragma once

// Values between GDScript and the vocabulary's JSON. Any thread.

#include "core/base/field_problem.h"
#include "core/base/json_io.h"

#include <godot_cpp/variant/variant.hpp>

#include <optional>
#include <string>

namespace agent_runtime {

// Vectors of two become positions {"x", "y"}. What JSON cannot say is a problem: NaN, objects, keys
// that are no text, more than 64 levels (as in a dictionary that contains itself), absurd amounts.
// `p_path` is how the value itself is called in what is said about it.
std::optional<FieldProblem> to_json(
		const godot::Variant &p_value, const std::string &p_path, nlohmann::json &r_json);

// The reverse, with dictionaries, arrays and numbers; positions stay dictionaries.
godot::Variant to_variant(const nlohmann::json &p_json);

} // namespace agent_runtime
