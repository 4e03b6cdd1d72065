#include "core/base/json_io.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/utf8.h"

using namespace agent_runtime;
using nlohmann::json;

namespace {

std::string nested(std::size_t levels, const std::string &inside) {
	return std::string(levels, '[') + inside + std::string(levels, ']');
}

// The error of parse_json for a text that it refuses.
std::string parse_refusal(const std::string &text, const JsonLimits &limits = JsonLimits()) {
	const Result<json> value = parse_json(text, limits);
	REQUIRE_FALSE(value.ok());
	CHECK(value.status().code() == StatusCode::invalid_argument);
	CHECK(is_valid_utf8(value.status().message()));
	CHECK(value.status().message().size() < 600);
	return value.status().message();
}

std::string dump_refusal(const json &value, const JsonLimits &limits = JsonLimits()) {
	const Result<std::string> text = dump_json(value, limits);
	REQUIRE_FALSE(text.ok());
	CHECK(text.status().code() == StatusCode::invalid_argument);
	return text.status().message();
}

} // namespace

TEST_SUITE("parse_json") {
	TEST_CASE("every kind of value is read") {
		const Result<json> value = parse_json(
				R"( {"text":"агент \u00e9\ud83e\udd16","list":[1,-2,3.5,1e3,true,false,null],
				"large":18446744073709551615,"least":-9223372036854775808,"inner":{"":{}}} )");
		REQUIRE(value.ok());
		const json expected = { { "text", "агент é\xF0\x9F\xA4\x96" },
			{ "list", { 1, -2, 3.5, 1000.0, true, false, nullptr } },
			{ "large", std::numeric_limits<std::uint64_t>::max() },
			{ "least", std::numeric_limits<std::int64_t>::min() },
			{ "inner", { { "", json::object() } } } };
		CHECK(value.value() == expected);
		CHECK(parse_json("5").value() == 5);
		CHECK(parse_json("\"a\"").value() == "a");
	}

	TEST_CASE("what is read and written again is the same") {
		const std::string text = R"({"a":[[],{},[{"b":"\u0000\n"}]],"c":0.1})";
		CHECK(dump_json(parse_json(text).value()).value() == text);
	}

	TEST_CASE("what is not JSON is refused with the place") {
		CHECK(parse_refusal("") == "the text: is empty; send one JSON value");
		CHECK(parse_refusal(" \n\t") == "the text: is empty; send one JSON value");
		CHECK(parse_refusal("{\"a\":{\"b\":tru}}")
						.starts_with("a.b: is not JSON at line 1, column 14"));
		CHECK(parse_refusal("{\"a\":[1,2,nope]}").starts_with("a[2]: is not JSON at line 1"));
		CHECK(parse_refusal("{\"a\":1} x").find("is not JSON at line 1") != std::string::npos);
		for (const char *text : { "{", "[", "[1,]", "{\"a\"}", "{a:1}", "{'a':1}", "NaN",
					 "Infinity", "-", "01", "1.", "+1", "0x10", "// 1\n2", "[1 2]", "\"a",
					 "\"\\x\"", "\"\n\"", "\"\\ud800\"", "}", "]", "{]", "[}" }) {
			CAPTURE(text);
			CHECK(parse_refusal(text).find("is not JSON") != std::string::npos);
		}
		CHECK(parse_refusal(std::string("1\0 and more", 11))
						.starts_with("the text: is not JSON at byte 2"));
	}

	TEST_CASE("bytes that are not UTF-8 are refused, with the field and the byte") {
		CHECK(parse_refusal("{\"agent_config\":{\"name\":\"A\xFF\"}}") ==
				"agent_config.name: is not UTF-8 at byte 27; send text in UTF-8");
		CHECK(parse_refusal("[\"\xED\xA0\x80\"]").starts_with("[0]: is not UTF-8 at byte 3"));
		CHECK(parse_refusal("{\"\xC3\":1}").starts_with("the text: is not UTF-8 at byte 3"));
		CHECK_FALSE(parse_refusal("\xFF").empty());
	}

	TEST_CASE("a member that is written twice is refused") {
		CHECK(parse_refusal(R"({"a":{"b":1,"c":2,"b":3}})") ==
				"a.b: is written twice; leave one of them out");
		CHECK(parse_refusal(R"([{"x":1},{"x":1,"\u0078":2}])") ==
				"[1].x: is written twice; leave one of them out");
	}

	TEST_CASE("a number that no double holds is refused") {
		CHECK(parse_refusal(R"({"position":{"x":1e400}})")
						.starts_with("position.x: is a number too large to be held"));
		CHECK(parse_refusal(R"([0,-1e999])").starts_with("[1]: is a number too large"));
		CHECK(parse_json("123456789012345678901234567890").value().is_number_float());
		CHECK(parse_refusal("[" + std::string(100'000, '9') + "]").starts_with("[0]: is a number"));
	}

	TEST_CASE("nesting is taken up to the limit and refused past it") {
		CHECK(parse_json(nested(64, "1")).ok());
		CHECK(parse_refusal(nested(65, "1")).find("is nested more than 64 levels") !=
				std::string::npos);
		CHECK(parse_json(nested(3, ""), { .depth = 3 }).ok());
		CHECK_FALSE(parse_json(nested(4, ""), { .depth = 3 }).ok());
		CHECK(parse_json("7", { .depth = 0 }).ok());
		CHECK_FALSE(parse_json("[]", { .depth = 0 }).ok());
	}

	TEST_CASE("10,000 levels are an error that names the field, closed or not") {
		const std::string deep = nested(10'000, "");
		CHECK(parse_refusal("{\"metadata\":" + deep + "}").starts_with("metadata[0][0]"));
		CHECK(parse_refusal(std::string(1'000'000, '[')).starts_with("[0][0]"));
		std::string objects;
		for (int i = 0; i < 10'000; ++i) {
			objects += "{\"level\":";
		}
		CHECK(parse_refusal(objects).starts_with("level.level."));
		// Whatever depth is asked for, the limit for the stack applies.
		CHECK_FALSE(parse_json(deep, { .depth = 1'000'000 }).ok());
	}

	TEST_CASE("a text past the limit of bytes is refused unread") {
		CHECK(parse_json("[1,2]", { .bytes = 5 }).ok());
		CHECK(parse_refusal("[1,22]", { .bytes = 5 }) == "the text: has 6 bytes; send at most 5");
	}

	TEST_CASE("more values than the limit are refused where they begin") {
		CHECK(parse_json("[1,2]", { .values = 3 }).ok());
		CHECK(parse_refusal("{\"a\":[1,2]}", { .values = 3 })
						.starts_with("a[1]: is one value too many"));
		CHECK(parse_refusal("[[],[]]", { .values = 2 }).starts_with("[1]: is one value too many"));
		CHECK_FALSE(parse_json("1", { .values = 0 }).ok());
		std::string many = "[1";
		for (int i = 0; i < 500'000; ++i) {
			many += ",1";
		}
		CHECK(parse_refusal(many + "]").starts_with("[499999]: is one value too many"));
	}

	TEST_CASE("a name of 1 MB is text like another, and does not fill the error") {
		const std::string name(1'000'000, 'n');
		CHECK(parse_json("{\"name\":\"" + name + "\"}").ok());
		CHECK(parse_refusal("{\"" + name + "\":nope}").starts_with("nnnnnnnn"));
		CHECK_FALSE(parse_refusal("[\"" + name).empty());
	}
}

TEST_SUITE("dump_json") {
	TEST_CASE("a value is one line of UTF-8") {
		const json value = { { "b", { 1, 2.5, nullptr } }, { "a", "агент\n" } };
		CHECK(dump_json(value).value() == "{\"a\":\"агент\\n\",\"b\":[1,2.5,null]}");
		CHECK(dump_json(json()).value() == "null");
		CHECK(dump_json(json::array()).value() == "[]");
	}

	TEST_CASE("numbers that are none are refused, not written as null") {
		const double nan = std::numeric_limits<double>::quiet_NaN();
		const double infinite = std::numeric_limits<double>::infinity();
		CHECK(dump_refusal({ { "position", { { "x", 1.0 }, { "y", nan } } } }) ==
				"position.y: is not a finite number; give a number");
		CHECK(dump_refusal(json::array({ 1, json::array({ 2, infinite }) })) ==
				"[1][1]: is not a finite number; give a number");
		CHECK(dump_refusal(-infinite) == "the value: is not a finite number; give a number");
	}

	TEST_CASE("text that is not UTF-8 is refused, in names too") {
		CHECK(dump_refusal({ { "list", { "good", "bad\xC3" } } }) ==
				"list[1]: is text that is not UTF-8 at byte 4; give text in UTF-8");
		CHECK(dump_refusal({ { "a", { { "\xFF", 1 } } } })
						.starts_with("a.\uFFFD: has a name that is not UTF-8 at byte 1"));
	}

	TEST_CASE("nesting past the limit is refused, however deep") {
		json deep = 1;
		for (int i = 0; i < 64; ++i) {
			deep = json::array({ std::move(deep) });
		}
		CHECK(dump_json(deep).ok());
		deep = json::array({ std::move(deep) });
		CHECK(dump_refusal(deep).find("is nested more than 64 levels deep") != std::string::npos);
		for (int i = 0; i < 10'000; ++i) {
			json outer = json::object();
			outer["level"] = std::move(deep);
			deep = std::move(outer);
		}
		CHECK(dump_refusal(deep).starts_with("level.level."));
		CHECK_FALSE(dump_json(deep, { .depth = 1'000'000 }).ok());
	}

	TEST_CASE("a text that would be too long, or of too many values, is refused") {
		const json value = { { "a", std::string(100, 'x') }, { "b", 1 } };
		CHECK(dump_refusal(value, { .bytes = 50 }).starts_with("a: takes the whole past 50 bytes"));
		CHECK_FALSE(dump_json(std::string(10, '\n'), { .bytes = 15 }).ok());
		CHECK(dump_refusal(value, { .values = 2 }).starts_with("b: is one value too many"));
	}

	TEST_CASE("a binary value is refused") {
		CHECK(dump_refusal({ { "blob", json::binary({ 1, 2 }) } }).starts_with("blob: is binary"));
	}
}

TEST_SUITE("find_json_problem") {
	TEST_CASE("a problem is named below the name of the value") {
		const json metadata = { { "list", { 1, "\xFF" } } };
		const std::optional<FieldProblem> problem =
				find_json_problem(metadata, "agent_config.metadata");
		REQUIRE(problem.has_value());
		CHECK(problem->field == "agent_config.metadata.list[1]");
		CHECK_FALSE(find_json_problem({ { "list", { 1, 2 } } }, "x").has_value());
	}

	TEST_CASE("what comes after an inner container is looked at too") {
		const json value = { { "a", { { { "b", { 1 } } }, json::array() } }, { "c", "\xFF" } };
		const std::optional<FieldProblem> problem = find_json_problem(value, "");
		REQUIRE(problem.has_value());
		CHECK(problem->field == "c");
	}
}
