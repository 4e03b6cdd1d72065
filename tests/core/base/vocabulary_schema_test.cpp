#include "tests/core/vocabulary.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// A value that fits the field.
json example_of(const Field &field) {
	switch (field.kind) {
		case FieldKind::text:
			return field.values.empty() ? json("some text") : json(field.values.front());
		case FieldKind::identifier:
			return "agent_001";
		case FieldKind::integer:
		case FieldKind::number:
			return field.min;
		case FieldKind::boolean:
			return true;
		case FieldKind::position:
			return { { "x", 1.5 }, { "y", -2 } };
		case FieldKind::text_list:
			return { "agent_001" };
		case FieldKind::cursor:
			return 1;
		case FieldKind::object: {
			json value = json::object();
			for (const Field &inner : field.fields) {
				value[std::string(inner.name)] = example_of(inner);
			}
			return value;
		}
		case FieldKind::integer_list:
			return { field.min };
		case FieldKind::object_list:
		case FieldKind::message_list:
			return json::array();
		case FieldKind::object_map:
		case FieldKind::any_object:
		case FieldKind::any:
			return json::object();
	}
	return nullptr;
}

json example_of(const MessageType &type, bool complete) {
	json message = { { "type", type.name } };
	for (const std::span<const Field> fields : { common_fields(type.kind), type.fields }) {
		for (const Field &field : fields) {
			if (complete || field.required) {
				message[std::string(field.name)] = example_of(field);
			}
		}
	}
	return message;
}

} // namespace

TEST_SUITE("vocabulary, every entry") {
	TEST_CASE("a message with all fields is taken, and one with the required ones") {
		for (const MessageType *const each : message_types()) {
			const MessageType &type = *each;
			CAPTURE(type.name);
			CHECK(validate(example_of(type, true)) == Status());
			CHECK(validate(example_of(type, false)) == Status());
		}
	}

	TEST_CASE("without a required field it is refused, by that field's name") {
		for (const MessageType *const each : message_types()) {
			const MessageType &type = *each;
			for (const Field &field : type.fields) {
				if (field.required) {
					CAPTURE(type.name);
					CAPTURE(field.name);
					json message = example_of(type, true);
					message.erase(std::string(field.name));
					const std::optional<FieldProblem> problem = find_message_problem(message);
					REQUIRE(problem.has_value());
					CHECK(problem->field == field.name);
				}
			}
		}
	}

	TEST_CASE("a field of the wrong kind is refused, by its name") {
		const json number(-1e308);
		for (const MessageType *const each : message_types()) {
			const MessageType &type = *each;
			json message = example_of(type, true);
			for (const Field &field : type.fields) {
				json &place = message[std::string(field.name)];
				const json right = place;
				// Twice what would be allowed where a text or anything is right.
				const json text(std::string(2 * field.max_length + 1, 'x'));
				for (const json &value : { number, json::binary({ 1 }), text, json("\xFF") }) {
					CAPTURE(type.name);
					CAPTURE(field.name);
					if (field.kind == FieldKind::any && value == number) {
						continue;
					}
					place = value;
					const std::optional<FieldProblem> problem = find_message_problem(message);
					REQUIRE(problem.has_value());
					CHECK(problem->field.starts_with(field.name));
				}
				place = right;
			}
		}
	}

	TEST_CASE("10,000 levels in any field are refused, by its name") {
		// Swapped in and out: a copy of it would need the stack that it is meant to spare.
		json deep = json::object();
		for (int i = 0; i < 10'000; ++i) {
			json outer = json::object();
			outer["x"] = std::move(deep);
			deep = std::move(outer);
		}
		for (const MessageType *const each : message_types()) {
			const MessageType &type = *each;
			json message = example_of(type, true);
			for (const Field &field : type.fields) {
				CAPTURE(type.name);
				CAPTURE(field.name);
				json &value = message[std::string(field.name)];
				value.swap(deep);
				const std::optional<FieldProblem> problem = find_message_problem(message);
				REQUIRE(problem.has_value());
				CHECK(problem->field.starts_with(field.name));
				value.swap(deep);
			}
		}
	}

	TEST_CASE("what is said of fields and messages are whole sentences") {
		const std::function<void(std::span<const Field>)> check =
				[&check](std::span<const Field> fields) {
					for (const Field &field : fields) {
						CAPTURE(field.name);
						CHECK(field.sentence.ends_with('.'));
						const bool is_of_objects = field.kind == FieldKind::object ||
								field.kind == FieldKind::object_list ||
								field.kind == FieldKind::object_map;
						CHECK(is_of_objects == !field.fields.empty());
						check(field.fields);
					}
				};
		for (const MessageType *const each : message_types()) {
			const MessageType &type = *each;
			CHECK(type.sentence.ends_with('.'));
			check(type.fields);
			check(common_fields(type.kind));
		}
	}

	TEST_CASE("no request's result holds a field of any kind, at any depth") {
		const std::function<void(std::span<const Field>)> check =
				[&check](std::span<const Field> fields) {
					for (const Field &field : fields) {
						CAPTURE(field.name);
						CHECK(field.kind != FieldKind::any);
						check(field.fields);
					}
				};
		for (const MessageType *const each : message_types()) {
			CAPTURE(each->name);
			check(each->result);
		}
	}
}

TEST_SUITE("json_schema") {
	TEST_CASE("a schema has the fields of its message") {
		const Result<json> schema = runtime_vocabulary().json_schema("agent_spawn_request");
		REQUIRE(schema.ok());
		const json &spawn = schema.value();
		CHECK(spawn["$schema"] == "https://json-schema.org/draft/2020-12/schema");
		CHECK(spawn["title"] == "agent_spawn_request");
		CHECK(spawn["type"] == "object");
		CHECK(spawn["additionalProperties"] == false);
		CHECK(spawn["required"] == json({ "type", "agent_config" }));
		CHECK(spawn["properties"]["type"]["const"] == "agent_spawn_request");
		CHECK(spawn["properties"]["request_id"]["maxLength"] == 128);
		const json &config = spawn["properties"]["agent_config"];
		CHECK(config["properties"]["name"]["minLength"] == 1);
		CHECK(config["properties"]["cli_backend"]["enum"].size() == 7);
		CHECK(config["properties"]["initial_position"]["properties"]["x"]["maximum"] == 1'000'000);
		CHECK(config["properties"]["metadata"]["type"] == "object");
		CHECK(config["additionalProperties"] == false);
	}

	TEST_CASE("there is none for what is no message") {
		const Result<json> schema = runtime_vocabulary().json_schema("nonsense");
		REQUIRE_FALSE(schema.ok());
		CHECK(schema.status().code() == StatusCode::not_found);
		CHECK(runtime_vocabulary()
						.json_schema(std::string(1'000'000, 'x'))
						.status()
						.message()
						.size() < 300);
	}

	TEST_CASE("the schema of all has each message once") {
		const json all = runtime_vocabulary().json_schema();
		CHECK(all["oneOf"].size() == message_types().size());
		std::size_t replies = 0;
		for (const MessageType *const each : message_types()) {
			const MessageType &type = *each;
			const json &definition = all["$defs"][std::string(type.name)];
			CHECK(definition["properties"]["type"]["const"] == type.name);
			CHECK(definition["properties"].size() ==
					1 + type.fields.size() + common_fields(type.kind).size());
			if (type.kind == MessageKind::request) {
				replies++;
				const json &result = all["$defs"][std::string(type.name) + ".result"];
				CHECK(result["properties"].size() == type.result.size());
			}
		}
		CHECK(all["$defs"].size() == message_types().size() + replies);
	}
}
