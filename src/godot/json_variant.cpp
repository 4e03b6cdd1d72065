#include "godot/json_variant.h"

#include "godot/convert.h"

#include <godot_cpp/variant/array.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/packed_int64_array.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/typed_array.hpp>
#include <godot_cpp/variant/vector2.hpp>
#include <godot_cpp/variant/vector2i.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

using namespace godot;
using nlohmann::json;

namespace agent_runtime {

namespace {

constexpr char WHOLE[] = "value"; // the path of the value itself

// Walks through one value, and ends at the first problem.
class JsonWriter {
public:
	bool write(
			const Variant &p_value, const std::string &p_path, std::size_t p_depth, json &r_json);
	const FieldProblem &problem() const { return found_problem; }

private:
	bool refuse(const std::string &p_path, const char *p_problem, const char *p_remedy) {
		found_problem = { p_path.empty() ? WHOLE : p_path, p_problem, p_remedy };
		return false;
	}
	bool write_text(const Variant &p_value, const std::string &p_path, json &r_json);
	bool write_number(double p_number, const std::string &p_path, json &r_json);
	bool write_list(
			const Array &p_list, const std::string &p_path, std::size_t p_depth, json &r_json);
	bool write_object(const Dictionary &p_object, const std::string &p_path, std::size_t p_depth,
			json &r_json);
	bool write_position(const Vector2 &p_position, const std::string &p_path, json &r_json);

	const JsonLimits limits{};
	std::size_t values = 0;
	FieldProblem found_problem;
};

bool JsonWriter::write_text(const Variant &p_value, const std::string &p_path, json &r_json) {
	std::optional<std::string> text = to_strict_utf8(p_value);
	if (!text) {
		return refuse(p_path, "holds characters that are not Unicode", "remove them");
	}
	if (text->size() > limits.bytes) {
		return refuse(p_path, "is a text of more than 8 MB", "shorten it");
	}
	r_json = *std::move(text);
	return true;
}

bool JsonWriter::write_number(double p_number, const std::string &p_path, json &r_json) {
	if (!std::isfinite(p_number)) {
		return refuse(p_path, "is not a finite number", "give a number that is");
	}
	r_json = p_number;
	return true;
}

bool JsonWriter::write_position(
		const Vector2 &p_position, const std::string &p_path, json &r_json) {
	std::string x = p_path;
	std::string y = p_path;
	append_member(x, "x");
	append_member(y, "y");
	r_json = json::object();
	return write_number(p_position.x, x, r_json["x"]) && write_number(p_position.y, y, r_json["y"]);
}

bool JsonWriter::write_list(
		const Array &p_list, const std::string &p_path, std::size_t p_depth, json &r_json) {
	r_json = json::array();
	for (int64_t i = 0; i < p_list.size(); i++) {
		std::string path = p_path;
		append_item(path, static_cast<std::size_t>(i));
		json item;
		if (!write(p_list[i], path, p_depth + 1, item)) {
			return false;
		}
		r_json.push_back(std::move(item));
	}
	return true;
}

bool JsonWriter::write_object(
		const Dictionary &p_object, const std::string &p_path, std::size_t p_depth, json &r_json) {
	r_json = json::object();
	const Array names = p_object.keys();
	for (int64_t i = 0; i < names.size(); i++) {
		const Variant &name = names[i];
		const bool is_text =
				name.get_type() == Variant::STRING || name.get_type() == Variant::STRING_NAME;
		const std::optional<std::string> key = is_text ? to_strict_utf8(name) : std::nullopt;
		if (!key) {
			return refuse(p_path, "has a key that is no text", "give each member a name");
		}
		std::string path = p_path;
		append_member(path, *key);
		if (!write(p_object[name], path, p_depth + 1, r_json[*key])) {
			return false;
		}
	}
	return true;
}

bool JsonWriter::write(
		const Variant &p_value, const std::string &p_path, std::size_t p_depth, json &r_json) {
	if (p_depth > limits.depth) {
		return refuse(p_path, "is nested more than 64 levels deep", "make it flatter");
	}
	if (++values > limits.values) {
		return refuse(p_path, "is one value too many of more than 500000", "send less at a time");
	}
	switch (p_value.get_type()) {
		case Variant::NIL:
			r_json = nullptr;
			return true;
		case Variant::BOOL:
			r_json = static_cast<bool>(p_value);
			return true;
		case Variant::INT:
			r_json = static_cast<int64_t>(p_value);
			return true;
		case Variant::FLOAT:
			return write_number(p_value, p_path, r_json);
		case Variant::STRING:
		case Variant::STRING_NAME:
			return write_text(p_value, p_path, r_json);
		case Variant::VECTOR2:
		case Variant::VECTOR2I:
			return write_position(p_value, p_path, r_json);
		case Variant::DICTIONARY:
			return write_object(p_value, p_path, p_depth, r_json);
		case Variant::ARRAY:
		case Variant::PACKED_STRING_ARRAY:
		case Variant::PACKED_INT32_ARRAY:
		case Variant::PACKED_INT64_ARRAY:
		case Variant::PACKED_FLOAT32_ARRAY:
		case Variant::PACKED_FLOAT64_ARRAY:
			return write_list(p_value, p_path, p_depth, r_json);
		default: {
			const std::string type = to_utf8(Variant::get_type_name(p_value.get_type()));
			return refuse(p_path, ("is of type " + type + ", which no message carries").c_str(),
					"give text, numbers, booleans, vectors of two, arrays or dictionaries");
		}
	}
}

// In the form that its field has.
Variant shape(const json &p_value, const Field &p_field) {
	if (p_field.kind == FieldKind::object) {
		return to_dictionary(p_value, p_field.fields);
	}
	if (p_field.kind == FieldKind::object_list) {
		TypedArray<Dictionary> list;
		for (const json &each : p_value) {
			list.push_back(to_dictionary(each, p_field.fields));
		}
		return list;
	}
	if (p_field.kind == FieldKind::integer_list) {
		PackedInt64Array list;
		for (const json &each : p_value) {
			list.push_back(each.get<int64_t>());
		}
		return list;
	}
	if (p_field.kind == FieldKind::text_list) {
		PackedStringArray list;
		for (const json &each : p_value) {
			list.push_back(to_godot(each.get_ref<const std::string &>()));
		}
		return list;
	}
	return to_variant(p_value);
}

} // namespace

std::optional<FieldProblem> to_json(
		const Variant &p_value, const std::string &p_path, json &r_json) {
	JsonWriter writer;
	if (writer.write(p_value, p_path, 0, r_json)) {
		return std::nullopt;
	}
	return writer.problem();
}

Variant to_variant(const json &p_json) {
	switch (p_json.type()) {
		case json::value_t::boolean:
			return p_json.get<bool>();
		case json::value_t::number_unsigned:
			if (p_json.get<uint64_t>() >
					static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
				return p_json.get<double>();
			}
			return p_json.get<int64_t>();
		case json::value_t::number_integer:
			return p_json.get<int64_t>();
		case json::value_t::number_float:
			return p_json.get<double>();
		case json::value_t::string:
			return to_godot(p_json.get_ref<const std::string &>());
		case json::value_t::array: {
			Array list;
			for (const json &item : p_json) {
				list.push_back(to_variant(item));
			}
			return list;
		}
		case json::value_t::object: {
			Dictionary object;
			for (const auto &[name, value] : p_json.items()) {
				object[to_godot(name)] = to_variant(value);
			}
			return object;
		}
		default:
			return Variant();
	}
}

Dictionary to_dictionary(const json &p_object, std::span<const Field> p_fields) {
	Dictionary object;
	if (!p_object.is_object()) {
		return object;
	}
	for (const auto &[name, value] : p_object.items()) {
		const auto field = std::find_if(p_fields.begin(), p_fields.end(),
				[&name = name](const Field &each) { return each.name == name; });
		object[to_godot(name)] = field != p_fields.end() ? shape(value, *field) : to_variant(value);
	}
	return object;
}

} // namespace agent_runtime
