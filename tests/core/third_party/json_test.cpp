#include <cstdint>
#include <limits>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using nlohmann::json;

TEST_SUITE("nlohmann/json as used") {
	TEST_CASE("whole numbers keep all 64 bits") {
		const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
		const json read = json::parse(json({ { "id", lowest } }).dump());
		CHECK(read["id"].get<std::int64_t>() == lowest);
	}

	TEST_CASE("broken text is refused without an exception when asked so") {
		CHECK(json::parse("{\"a\":", nullptr, false).is_discarded());
		CHECK(json::parse("{\"a\":1} trailing", nullptr, false).is_discarded());
	}

	TEST_CASE("broken text is told with its place") {
		std::string message;
		try {
			const json read = json::parse("{\"a\": nope}");
			FAIL("the text was read as " << read.dump());
		} catch (const json::parse_error &error) {
			message = error.what();
			CHECK(error.byte == 8);
		}
		CHECK(message.find("line 1, column 8") != std::string::npos);
	}

	TEST_CASE("bytes that are not UTF-8 are replaced on the way out when asked so") {
		const json value = std::string("a\xFF");
		CHECK_THROWS_AS(value.dump(), json::type_error);
		CHECK(value.dump(-1, ' ', false, json::error_handler_t::replace) == "\"a\xEF\xBF\xBD\"");
	}
}
