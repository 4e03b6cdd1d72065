#include "core/base/json_members.h"

#include <doctest/doctest.h>

#include <string>

using namespace agent_runtime;

namespace {

// "name=value;" for each member, followed by "!" when the text is not an object.
std::string members_of(std::string_view text) {
	std::string all;
	JsonMembers members(text);
	while (members.next()) {
		all += std::string(members.name()) + "=" + std::string(members.value()) + ";";
	}
	return members.ok() ? all : all + "!";
}

} // namespace

TEST_SUITE("members of a JSON object") {
	TEST_CASE("are given with their values as they stand in the text") {
		CHECK(members_of("{}").empty());
		CHECK(members_of(R"( { "a" : 1 , "b":{"c":[2,"}"]}, "d" : "x,\"y\"" } )") ==
				R"(a=1;b={"c":[2,"}"]};d="x,\"y\"";)");
	}

	TEST_CASE("what is no object is noticed, however it is cut off") {
		for (const char *text : { "", "[]", "1", "{", "{\"a\"", "{\"a\":", "{\"a\":}", "{\"a\":1",
					 "{\"a\":1,}", "{\"a\":\"x}", "{} {}", "{\"a\":\"\\" }) {
			CAPTURE(text);
			JsonMembers members(text);
			while (members.next()) {
			}
			CHECK_FALSE(members.ok());
		}
	}

	TEST_CASE("a text without escapes is taken as it stands, and nothing else is one") {
		std::string text;
		CHECK(plain_text_in("\"Zoë\"", text));
		CHECK(text == "Zoë");
		for (const char *value : { "\"a\\n\"", "\"", "x", "\"\xff\"", "\"a\nb\"", "1" }) {
			CAPTURE(value);
			CHECK_FALSE(plain_text_in(value, text));
		}
	}
}
