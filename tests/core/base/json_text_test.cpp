#include "core/base/json_text.h"

#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace agent_runtime;
using nlohmann::json;

TEST_SUITE("JsonText") {
	TEST_CASE("an object is written as its tree of values is dumped") {
		const json tree{ { "a", "text" }, { "b", { { "x", 1.0 }, { "y", -2.5 } } }, { "c", true },
			{ "d", -7 }, { "e", 7U } };
		JsonText text;
		text.member("a", "text").begin("b").member("x", 1.0).member("y", -2.5).end();
		text.member("c", true).member("d", std::int64_t{ -7 }).member("e", std::uint64_t{ 7 });
		CHECK(text.take() == tree.dump());
	}

	TEST_CASE("an object without members is one") {
		CHECK(JsonText().take() == "{}");
		CHECK(JsonText().begin("a").end().begin("b").end().take() == R"({"a":{},"b":{}})");
	}

	TEST_CASE("texts are escaped as everywhere") {
		for (const std::string value : { "", "a \"b\" c", "back\\slash", "line\nline", "\x01",
					 "\x7f", "Zoë", "日本", "/" }) {
			CHECK(JsonText().member("a", value).take() == json{ { "a", value } }.dump());
		}
		std::string all;
		for (char letter = 0; letter >= 0 && letter < 127; letter++) {
			all += letter;
			CHECK(JsonText().member("a", all).take() == json{ { "a", all } }.dump());
		}
	}

	TEST_CASE("numbers have the form that they have everywhere") {
		for (const double value : { 0.0, -0.0, 1.0, -1.0, 0.1, 1e9, -1e9, 999'999'999.0, 1e15, 1e21,
					 1e-7, 123'456.789, std::numeric_limits<double>::max() }) {
			CHECK(JsonText().member("a", value).take() == json{ { "a", value } }.dump());
		}
		CHECK(JsonText().member("a", 0.1f).take() == json{ { "a", 0.1f } }.dump());
	}
}
