#pragma once

// Converts values between GDScript and the vocabulary's JSON. Any thread.

#include "core/base/field_problem.h"
#include "core/base/fields.h"
#include "core/base/json_io.h"

#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <optional>
#include <span>
#include <string>

namespace agent_runtime {

// Vectors of two become positions {"x", "y"}. What JSON cannot express is a problem: NaN, objects,
// keys that are not text, more than 64 levels (as in a dictionary that contains itself), absurd
// sizes. `p_path` is the name of the value itself in messages.
std::optional<FieldProblem> to_json(
		const godot::Variant &p_value, const std::string &p_path, nlohmann::json &r_json);

// The reverse, with dictionaries, arrays and numbers; positions stay dictionaries.
godot::Variant to_variant(const nlohmann::json &p_json);
// The same for an object whose fields are known: its lists have types, so that scripts can assign
// them to Array[Dictionary] and PackedStringArray. Empty for null.
godot::Dictionary to_dictionary(const nlohmann::json &p_object, std::span<const Field> p_fields);
template <HasFields Struct>
godot::Dictionary to_dictionary(const Struct &p_struct) {
	return to_dictionary(write_fields(p_struct), fields_of<Struct>());
}

} // namespace agent_runtime
