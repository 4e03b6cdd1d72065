#include "core/base/field_schema.h"

#include "core/base/vocabulary.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

// \u0000 is never taken; a text of one line has no control character at all.
constexpr const char *WITHOUT_NUL = "^[^\\u0000]*$";
constexpr const char *ONE_LINE = "^[^\\u0000-\\u001f\\u007f]*$";

json object_schema(std::span<const Field> fields);

// 64 rather than 64.0, where it is whole.
json bound(double number) {
	return std::floor(number) == number ? json(static_cast<std::int64_t>(number)) : json(number);
}

json text_schema(const Field &field) {
	json schema = { { "type", "string" } };
	if (!field.values.empty()) {
		schema["enum"] = json::array();
		for (const std::string_view value : field.values) {
			schema["enum"].push_back(value);
		}
		return schema;
	}
	schema["minLength"] = field.min_length;
	schema["maxLength"] = field.max_length;
	schema["pattern"] = field.one_line ? ONE_LINE : WITHOUT_NUL;
	return schema;
}

json number_schema(const Field &field, const char *type) {
	return { { "type", type }, { "minimum", bound(field.min) }, { "maximum", bound(field.max) } };
}

json position_schema() {
	const json coordinate = { { "type", "number" }, { "minimum", bound(-LARGEST_COORDINATE) },
		{ "maximum", bound(LARGEST_COORDINATE) } };
	return { { "type", "object" }, { "properties", { { "x", coordinate }, { "y", coordinate } } },
		{ "required", { "x", "y" } }, { "additionalProperties", false } };
}

json schema_of_kind(const Field &field) {
	switch (field.kind) {
		case FieldKind::text:
			return text_schema(field);
		case FieldKind::identifier:
			return { { "type", "string" }, { "pattern", "^[A-Za-z0-9_.:-]+$" },
				{ "maxLength", field.max_length } };
		case FieldKind::integer:
		case FieldKind::number:
			return number_schema(field, field.kind == FieldKind::integer ? "integer" : "number");
		case FieldKind::boolean:
			return { { "type", "boolean" } };
		case FieldKind::position:
			return position_schema();
		case FieldKind::text_list:
			return { { "type", "array" }, { "maxItems", field.max_length },
				{ "items", text_schema(text_item_of(field)) } };
		case FieldKind::integer_list:
			return { { "type", "array" }, { "maxItems", field.max_length },
				{ "items", number_schema(field, "integer") } };
		case FieldKind::cursor:
			return { { "type", { "integer", "string" } }, { "minimum", 0 },
				{ "maximum", bound(Field::LARGEST_INTEGER) }, { "maxLength", 64 } };
		case FieldKind::object:
			return object_schema(field.fields);
		case FieldKind::object_list:
			return { { "type", "array" }, { "maxItems", field.max_length },
				{ "items", object_schema(field.fields) } };
		case FieldKind::object_map:
			return { { "type", "object" }, { "maxProperties", field.max_length },
				{ "additionalProperties", object_schema(field.fields) } };
		case FieldKind::message_list:
			return { { "type", "array" }, { "maxItems", field.max_length },
				{ "items",
						{ { "type", "object" },
								{ "properties", { { "type", { { "type", "string" } } } } },
								{ "required", { "type" } } } } };
		case FieldKind::any_object:
			return { { "type", "object" } };
		case FieldKind::any:
			break;
	}
	return json::object();
}

void add_fields(json &schema, std::span<const Field> fields) {
	for (const Field &field : fields) {
		json property = schema_of_kind(field);
		property["description"] = field.sentence;
		schema["properties"][std::string(field.name)] = std::move(property);
		if (field.required) {
			schema["required"].push_back(field.name);
		}
	}
}

json object_schema(std::span<const Field> fields) {
	json schema = { { "type", "object" }, { "properties", json::object() },
		{ "required", json::array() }, { "additionalProperties", false } };
	add_fields(schema, fields);
	return schema;
}

} // namespace

json json_schema_of(const MessageType &type) {
	json schema = object_schema({});
	schema["title"] = type.name;
	schema["description"] = type.sentence;
	schema["properties"]["type"] = { { "const", type.name },
		{ "description", "Which message this is." } };
	schema["required"].push_back("type");
	add_fields(schema, common_fields(type.kind));
	add_fields(schema, type.fields);
	return schema;
}

json json_schema_of(std::span<const Field> fields) {
	return object_schema(fields);
}

} // namespace agent_runtime
