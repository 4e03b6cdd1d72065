#include "core/mind/action_table.h"

#include "core/mind/action_json.h"

#include <doctest/doctest.h>

using namespace agent_runtime;
using nlohmann::json;

namespace {

json schema_of(const json &properties, const json &required = json::array()) {
	return { { "type", "object" }, { "properties", properties }, { "required", required },
		{ "additionalProperties", false } };
}

// Why these arguments do not fit; empty when they fit.
std::string problem(const json &schema, const std::string &arguments) {
	ActionTable table;
	REQUIRE(table.add("act", { "Acts.", schema }).ok());
	return table.find_problem("act", arguments).value_or("");
}

} // namespace

TEST_SUITE("ActionTable") {
	TEST_CASE("arguments that the schema allows are taken") {
		const json schema = schema_of(
				{ { "door", { { "type", "string" }, { "maxLength", 5 } } },
						{ "times", { { "type", "integer" }, { "minimum", 1 } } },
						{ "way", { { "enum", { "in", "out" } } } },
						{ "list",
								{ { "type", "array" }, { "items", { { "type", "number" } } } } } },
				{ "door" });
		CHECK(problem(schema, R"({"door": "north"})").empty());
		CHECK(problem(schema, R"({"door": "a", "times": 3.0, "way": "in", "list": [1, 2.5]})")
						.empty());
	}

	TEST_CASE("arguments that it forbids are refused with their path") {
		const json schema = schema_of(
				{ { "door", { { "type", "string" }, { "maxLength", 5 } } },
						{ "times", { { "type", "integer" }, { "maximum", 3 } } },
						{ "way", { { "enum", { "in", "out" } } } },
						{ "list",
								{ { "type", "array" }, { "items", { { "type", "number" } } } } } },
				{ "door" });
		CHECK(problem(schema, "{}").find("door: is missing") != std::string::npos);
		CHECK(problem(schema, R"({"door": 3})").find("door: is not of the type string") !=
				std::string::npos);
		CHECK(problem(schema, R"({"door": "northern"})").find("door: is too long") !=
				std::string::npos);
		CHECK(problem(schema, R"({"door": "a", "times": 9})").find("times: is above 3") !=
				std::string::npos);
		CHECK(problem(schema, R"({"door": "a", "times": 1.5})").find("integer") !=
				std::string::npos);
		CHECK(problem(schema, R"({"door": "a", "times": 1e300})").find("times") !=
				std::string::npos);
		CHECK(problem(schema, R"({"door": "a", "way": "up"})").find("way: is none of") !=
				std::string::npos);
		CHECK(problem(schema, R"({"door": "a", "list": [1, "x"]})").find("list[1]") !=
				std::string::npos);
		CHECK(problem(schema, R"({"door": "a", "key": 1})").find("key: is not an argument") !=
				std::string::npos);
		CHECK(problem(schema, "[]").find("not a JSON object") != std::string::npos);
		CHECK(problem(schema, "{").find("not JSON") != std::string::npos);
	}

	TEST_CASE("an action that is not there is refused with those that are") {
		ActionTable table;
		REQUIRE(table.add("open_door", { "", schema_of(json::object()) }).ok());
		CHECK(table.find_problem("fly", "{}").value_or("").find("open_door") != std::string::npos);
	}

	TEST_CASE("what is no schema, or no name, is not registered, and it is said why") {
		ActionTable table;
		const auto error = [&](const std::string &name, const json &schema) {
			return table.add(name, { "", schema }).message();
		};
		const json sound = schema_of(json::object());
		CHECK(error("open door", sound).find("name") == 0);
		CHECK(error("", sound).find("name") == 0);
		CHECK(error("speak", sound).find("every agent has already") != std::string::npos);
		CHECK(error("a", { { "type", "string" } }).find("schema: type: is not object") == 0);
		CHECK(error("a", { { "type", 3 } }).find("type") != std::string::npos);
		CHECK(error("a", json("text")).find("is not a schema") != std::string::npos);
		CHECK(error("a", schema_of({ { "x", { { "type", "text" } } } }))
						.find("properties.x.type") != std::string::npos);
		CHECK(error("a", schema_of(json::object(), { "y" })).find("required: names \"y\"") !=
				std::string::npos);
		CHECK(error("a", { { "type", "object" }, { "oneOf", json::array() } }).find("oneOf") !=
				std::string::npos);
		json deep = { { "type", "string" } };
		for (int i = 0; i < 20; i++) {
			deep = schema_of({ { "x", deep } });
		}
		CHECK(error("a", deep).find("lies too deep") != std::string::npos);
		CHECK(table.all().empty());
	}

	TEST_CASE("a table is read back as it was written") {
		ActionTable table;
		REQUIRE(table.add("a", { "One.", schema_of({ { "x", { { "type", "boolean" } } } }) }).ok());
		REQUIRE(table.add("b", { "Two.", schema_of(json::object()) }).ok());
		CHECK(ActionTable::from_json(table.to_json()).to_json() == table.to_json());
	}
}

TEST_SUITE("What a mind decided, as JSON") {
	TEST_CASE("each action is read back as it was written") {
		const std::vector<MindAction> actions = { WaitAction{}, SpeakAction{ "Hello", AgentId(2) },
			SpeakAction{ "Hello", {} }, MoveAction{ { 1.5f, -2 } },
			CollaborateAction{ AgentId(3), "the roof", true },
			AnswerInvitationAction{ true, "Gladly" }, CompleteTaskAction{ true, "no wood" },
			GameAction{ "ring", R"({"times":3})" } };
		for (const MindAction &action : actions) {
			const Result<MindAction> read = action_from_json(action_to_json(action));
			REQUIRE(read.ok());
			CHECK(read.value() == action);
		}
	}

	TEST_CASE("an answer that is none is refused with what is wrong") {
		const auto error = [](const char *text) {
			const Result<MindAction> read = action_from_json(json::parse(text));
			CHECK(read.status().code() == StatusCode::invalid_argument);
			return read.status().message();
		};
		CHECK(error("[]").find("not a JSON object") != std::string::npos);
		CHECK(error("{}").find("none of wait, speak") != std::string::npos);
		CHECK(error(R"({"action": "fly"})").find("\"fly\"") != std::string::npos);
		CHECK(error(R"({"action": "move", "x": "east"})").find("x and y") != std::string::npos);
		CHECK(error(R"({"action": "speak", "content": "x", "to": "Bob"})").find("to:") == 0);
		CHECK(error(R"({"action": "collaborate", "with": 3})").find("with:") == 0);
	}
}
