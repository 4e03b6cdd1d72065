#include "core/base/hexadecimal.h"

#include <string>

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("hexadecimal") {
	TEST_CASE("a number has as many digits as are asked for, and is read back") {
		std::string text = "id ";
		append_hexadecimal(text, 0x00ab'cdef'0123'4567, 16);
		CHECK(text == "id 00abcdef01234567");
		CHECK(parse_hexadecimal(text.substr(3)) == 0x00ab'cdef'0123'4567);
		text.clear();
		append_hexadecimal(text, 0x1234, 2);
		CHECK(text == "34");
		text.clear();
		append_hexadecimal(text, 1, 100);
		CHECK(text == "0000000000000001");
	}

	TEST_CASE("what is no number of lower-case digits is not taken for one") {
		for (const char *text : { "", "00000000000000000", "AB", "0x1", "-1", " 1", "g" }) {
			CAPTURE(text);
			CHECK_FALSE(parse_hexadecimal(text));
		}
	}
}
