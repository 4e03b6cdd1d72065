#include "core/base/json_object_text.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <optional>
#include <random>
#include <string>

using namespace agent_runtime;

TEST_SUITE("JsonObjectText") {
	TEST_CASE("the members of an object are found, those within others are not") {
		const std::optional<JsonObjectText> object =
				JsonObjectText::read(R"({"a":1,"b\"c":{"d":[{"e":null}]},"":"x,\"y\":z"})");
		REQUIRE(object);
		REQUIRE(object->members.size() == 3);
		CHECK(object->members[0].name == "a");
		CHECK(object->members[0].text == R"("a":1)");
		CHECK(object->members[1].name == R"(b\"c)");
		CHECK(object->members[1].text == R"("b\"c":{"d":[{"e":null}]})");
		CHECK(object->members[2].name.empty());
		CHECK(object->members[2].text == R"("":"x,\"y\":z")");
		const std::optional<JsonObjectText> empty = JsonObjectText::read("{}");
		REQUIRE(empty);
		CHECK(empty->members.empty());
	}

	TEST_CASE("anything else is none") {
		const std::string cases[] = { "", "{", "}", "[]", "1", "null", "{}x", " {}", "{} ", "{ }",
			"{\"a\": 1}", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\":}", "{a:1}", "{'a':1}",
			"{\"a\":1 }", "{\"a\":\"\n\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12g4\"}",
			"{\"a\":\"\\u12", "{\"a\":\"", "{\"a\":01}", "{\"a\":.5}", "{\"a\":1.}", "{\"a\":1e}",
			"{\"a\":+1}", "{\"a\":-}", "{\"a\":NaN}", "{\"a\":tru}", "{\"a\":[1,]}", "{\"a\":[1 ]}",
			"{\"a\":\"\xff\"}", std::string("{\"a\":\"\0\"}", 9),
			std::string("{\"a\":\"\\\0\"}", 10), "{\"a\":" + std::string(100, '[') };
		for (const std::string &text : cases) {
			CAPTURE(text);
			CHECK(!JsonObjectText::read(text));
		}
	}

	TEST_CASE("numbers have the forms that JSON gives them") {
		for (const char *number : { "0", "-0", "10", "-1.5", "0.25", "1e9", "1E-9", "2.5e+3" }) {
			CAPTURE(number);
			CHECK(JsonObjectText::read("{\"a\":" + std::string(number) + "}"));
		}
	}

	TEST_CASE("it takes objects within one another up to its limit") {
		const auto nested = [](std::size_t depth) {
			std::string text;
			for (std::size_t i = 1; i < depth; i++) {
				text += "{\"a\":";
			}
			return text + "{}" + std::string(depth - 1, '}');
		};
		CHECK(JsonObjectText::read(nested(JsonObjectText::DEEPEST)));
		CHECK(!JsonObjectText::read(nested(JsonObjectText::DEEPEST + 1)));
	}

	TEST_CASE("whatever the bytes, what it takes is JSON") {
		const std::string base = R"({"content":"Gr\u00fc\u00dfe, \"Ada\"\n",)"
								 R"("list":[1,-2.5e3,true,null,{}],"o":{"x":12.0}})";
		std::mt19937 chance(3);
		int taken = 0;
		for (int round = 0; round < 20'000; round++) {
			std::string text = base;
			const std::size_t changes = chance() % 3;
			for (std::size_t i = 0; i < changes; i++) {
				text[chance() % text.size()] = "{}[]\",:\\0-1e.u\x7f\xc3 n"[chance() % 21];
			}
			if (JsonObjectText::read(text)) {
				taken++;
				REQUIRE_MESSAGE(nlohmann::json::parse(text, nullptr, false).is_object(), text);
			}
		}
		CHECK(taken > 1'000);
	}
}
