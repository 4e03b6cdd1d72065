#include "core/mind/argument_check.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr int DEEPEST = 8;
constexpr std::array<std::string_view, 6> TYPES = { "string", "integer", "number", "boolean",
	"array", "object" };
constexpr std::array<std::string_view, 12> KEYWORDS = { "type", "description", "title", "default",
	"enum", "minimum", "maximum", "minLength", "maxLength", "items", "properties", "required" };
constexpr std::array<std::string_view, 4> NUMBERS = { "minimum", "maximum", "minLength",
	"maxLength" };

using Problem = std::optional<std::string>;

std::string below(const std::string &path, const std::string &name) {
	return path.empty() ? name : path + "." + name;
}

std::string at(const std::string &path, const std::string &what) {
	return path.empty() ? what : path + ": " + what;
}

std::string type_of(const json &schema) {
	return schema.value("type", "");
}

Problem schema_problem(const json &schema, const std::string &path, int depth);

Problem problem_of_members(const json &schema, const std::string &path, int depth) {
	const json properties = schema.value("properties", json::object());
	if (!properties.is_object()) {
		return at(below(path, "properties"), "is not an object of schemas");
	}
	for (const auto &[name, property] : properties.items()) {
		if (Problem problem =
						schema_problem(property, below(below(path, "properties"), name), depth)) {
			return problem;
		}
	}
	const json required = schema.value("required", json::array());
	if (!required.is_array()) {
		return at(below(path, "required"), "is not a list of names");
	}
	for (const json &name : required) {
		if (!name.is_string() || !properties.contains(name.get<std::string>())) {
			return at(below(path, "required"),
					"names " + name.dump() + ", which is not among the properties");
		}
	}
	return std::nullopt;
}

Problem problem_of_keywords(const json &schema, const std::string &path) {
	for (const auto &[name, value] : schema.items()) {
		const bool known = std::find(KEYWORDS.begin(), KEYWORDS.end(), name) != KEYWORDS.end() ||
				name == "additionalProperties";
		if (!known) {
			return at(below(path, name),
					"is not understood here; use type, properties, required, enum, items, "
					"minimum, maximum, minLength, maxLength");
		}
		const bool is_number = std::find(NUMBERS.begin(), NUMBERS.end(), name) != NUMBERS.end();
		if (is_number && !value.is_number()) {
			return at(below(path, name), "is not a number");
		}
	}
	if (schema.contains("enum") && (!schema.at("enum").is_array() || schema.at("enum").empty())) {
		return at(below(path, "enum"), "is not a list of values");
	}
	return std::nullopt;
}

Problem schema_problem(const json &schema, const std::string &path, int depth) {
	if (!schema.is_object()) {
		return at(path, "is not a schema: give an object such as {\"type\": \"string\"}");
	}
	if (depth > DEEPEST) {
		return at(path, "lies too deep");
	}
	if (Problem problem = problem_of_keywords(schema, path)) {
		return problem;
	}
	const json type = schema.value("type", json("object"));
	if (!type.is_string() ||
			std::find(TYPES.begin(), TYPES.end(), type.get<std::string>()) == TYPES.end()) {
		return at(
				below(path, "type"), "is none of string, integer, number, boolean, array, object");
	}
	if (schema.contains("items")) {
		if (Problem problem = schema_problem(schema.at("items"), below(path, "items"), depth + 1)) {
			return problem;
		}
	}
	return problem_of_members(schema, path, depth + 1);
}

bool has_type(const json &value, const std::string &type) {
	if (type == "integer") {
		return value.is_number_integer() ||
				(value.is_number_float() && std::floor(value.get<double>()) == value.get<double>());
	}
	return (type == "string" && value.is_string()) || (type == "number" && value.is_number()) ||
			(type == "boolean" && value.is_boolean()) || (type == "array" && value.is_array()) ||
			(type == "object" && value.is_object());
}

Problem problem_of_size(const json &value, const json &schema, const std::string &path) {
	if (value.is_number()) {
		const double number = value.get<double>();
		if (schema.contains("minimum") && number < schema.at("minimum").get<double>()) {
			return at(path, "is below " + schema.at("minimum").dump());
		}
		if (schema.contains("maximum") && number > schema.at("maximum").get<double>()) {
			return at(path, "is above " + schema.at("maximum").dump());
		}
	}
	if (value.is_string()) {
		const double length = static_cast<double>(count_characters(value.get<std::string>()));
		if (length < schema.value("minLength", 0.0)) {
			return at(path, "is too short");
		}
		if (length > schema.value("maxLength", length)) {
			return at(path, "is too long");
		}
	}
	return std::nullopt;
}

Problem value_problem(const json &value, const json &schema, const std::string &path);

Problem problem_in_members(const json &value, const json &schema, const std::string &path) {
	const json properties = schema.value("properties", json::object());
	for (const json &name : schema.value("required", json::array())) {
		if (!value.contains(name.get<std::string>())) {
			return at(below(path, name.get<std::string>()), "is missing");
		}
	}
	for (const auto &[name, member] : value.items()) {
		const auto property = properties.find(name);
		if (property == properties.end()) {
			if (schema.value("additionalProperties", json(true)) == json(false)) {
				return at(below(path, name), "is not an argument here");
			}
			continue;
		}
		if (Problem problem = value_problem(member, *property, below(path, name))) {
			return problem;
		}
	}
	return std::nullopt;
}

Problem value_problem(const json &value, const json &schema, const std::string &path) {
	const std::string type = type_of(schema);
	if (!type.empty() && !has_type(value, type)) {
		return at(path, "is not of the type " + type);
	}
	if (const auto choices = schema.find("enum"); choices != schema.end()) {
		if (std::find(choices->begin(), choices->end(), value) == choices->end()) {
			return at(path, "is none of " + choices->dump());
		}
	}
	if (Problem problem = problem_of_size(value, schema, path)) {
		return problem;
	}
	if (value.is_array() && schema.contains("items")) {
		for (std::size_t i = 0; i < value.size(); i++) {
			if (Problem problem = value_problem(
						value[i], schema.at("items"), path + "[" + std::to_string(i) + "]")) {
				return problem;
			}
		}
	}
	return value.is_object() ? problem_in_members(value, schema, path) : std::nullopt;
}

} // namespace

Problem find_schema_problem(const json &schema) {
	if (Problem problem = schema_problem(schema, "", 0)) {
		return problem;
	}
	return schema.value("type", "object") == "object"
			? std::nullopt
			: Problem("type: is not object, which the arguments of an action are");
}

Problem find_argument_problem(const json &value, const json &schema) {
	return value.is_object() ? value_problem(value, schema, "")
							 : Problem("the arguments are not a JSON object");
}

} // namespace agent_runtime
