#include "core/base/time.h"

#include <limits>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

WallTime at(std::int64_t micros) {
	return WallTime(Micros(micros));
}

} // namespace

TEST_SUITE("time") {
	TEST_CASE("a date is written with milliseconds, in UTC") {
		CHECK(to_iso8601(WallTime()) == "1970-01-01T00:00:00.000Z");
		CHECK(to_iso8601(at(1'700'000'000'123'999)) == "2023-11-14T22:13:20.123Z");
		CHECK(to_iso8601(at(951'782'400'000'000)) == "2000-02-29T00:00:00.000Z");
		CHECK(to_iso8601(at(-1)) == "1969-12-31T23:59:59.999Z");
	}

	TEST_CASE("what has no four-digit year is written as the nearest that has") {
		CHECK(to_iso8601(WallTime::max()) == "9999-12-31T23:59:59.999Z");
		CHECK(to_iso8601(WallTime::min()) == "0000-01-01T00:00:00.000Z");
	}

	TEST_CASE("a date in the name of a file has no colon") {
		CHECK(to_file_stamp(at(1'700'000'000'123'999)) == "20231114T221320Z");
	}

	TEST_CASE("dates of other programs are read") {
		const WallTime expected = at(1'700'000'000'000'000);
		CHECK(parse_iso8601("2023-11-14T22:13:20Z").value() == expected);
		CHECK(parse_iso8601("2023-11-14 22:13:20z").value() == expected);
		CHECK(parse_iso8601("2023-11-14T22:13:20.123456Z").value() == expected + 123'456us);
		CHECK(parse_iso8601("2023-11-14T22:13:20,5Z").value() == expected + 500ms);
		CHECK(parse_iso8601("2023-11-14T22:13:20.123456789Z").value() == expected + 123'456us);
		CHECK(parse_iso8601("2023-11-15T00:13:20+02:00").value() == expected);
		CHECK(parse_iso8601("2023-11-14T16:43:20-05:30").value() == expected);
		CHECK(parse_iso8601("2024-02-29T00:00:00Z").ok());
	}

	TEST_CASE("what is written is read back to the millisecond") {
		const WallTime time = at(1'767'225'600'987'654);
		CHECK(parse_iso8601(to_iso8601(time)).value() == time - 654us);
	}

	TEST_CASE("what is no date is refused") {
		for (const char *text :
				{ "", "yesterday", "2023-11-14", "2023-11-14T22:13:20", "2023-13-14T22:13:20Z",
						"2023-00-14T22:13:20Z", "2023-02-29T22:13:20Z", "2023-11-14T24:13:20Z",
						"2023-11-14T22:60:20Z", "2023-11-14T22:13:60Z", "2023-11-14T22:13:20.Z",
						"2023-11-14T22:13:20.1234567890Z", "2023-11-14T22:13:20Zx",
						"2023-11-14T22:13:20+24:00", "2023-11-14T22:13:20+0200",
						"2023-11-14T22:13:20 02:00", "-023-11-14T22:13:20Z", "1700000000" }) {
			CAPTURE(text);
			const Result<WallTime> time = parse_iso8601(text);
			REQUIRE_FALSE(time.ok());
			CHECK(time.status().code() == StatusCode::invalid_argument);
		}
		CHECK_FALSE(parse_iso8601(std::string(1'000'000, '2')).ok());
	}

	TEST_CASE("times of different lines do not mix") {
		CHECK_FALSE(std::is_convertible_v<SimTime, RealTime>);
		CHECK_FALSE(std::is_convertible_v<RealTime, WallTime>);
		CHECK(SimTime(2s) - SimTime(500ms) == 1'500'000us);
	}
}
