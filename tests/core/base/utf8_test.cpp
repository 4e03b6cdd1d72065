#include "core/base/text.h"

#include <string_view>

#include <doctest/doctest.h>

using namespace agent_runtime;
using namespace std::string_view_literals;

TEST_SUITE("text") {
	TEST_CASE("well-formed UTF-8 of every length is valid") {
		CHECK(is_valid_utf8(""));
		CHECK(is_valid_utf8("plain"));
		CHECK(is_valid_utf8("агент"));
		CHECK(is_valid_utf8("智能体"));
		CHECK(is_valid_utf8("\xF0\x9F\xA4\x96"));
		CHECK(is_valid_utf8("a\0b"sv));
	}

	TEST_CASE("the first and last code point of each length are valid") {
		CHECK(is_valid_utf8("\xC2\x80"));
		CHECK(is_valid_utf8("\xDF\xBF"));
		CHECK(is_valid_utf8("\xE0\xA0\x80"));
		CHECK(is_valid_utf8("\xED\x9F\xBF"));
		CHECK(is_valid_utf8("\xEE\x80\x80"));
		CHECK(is_valid_utf8("\xEF\xBF\xBF"));
		CHECK(is_valid_utf8("\xF0\x90\x80\x80"));
		CHECK(is_valid_utf8("\xF4\x8F\xBF\xBF"));
	}

	TEST_CASE("overlong forms, surrogates and what lies beyond Unicode are not valid") {
		CHECK_FALSE(is_valid_utf8("\xC0\x80"));
		CHECK_FALSE(is_valid_utf8("\xC1\xBF"));
		CHECK_FALSE(is_valid_utf8("\xE0\x9F\xBF"));
		CHECK_FALSE(is_valid_utf8("\xED\xA0\x80"));
		CHECK_FALSE(is_valid_utf8("\xF0\x8F\xBF\xBF"));
		CHECK_FALSE(is_valid_utf8("\xF4\x90\x80\x80"));
		CHECK_FALSE(is_valid_utf8("\xF5\x80\x80\x80"));
	}

	TEST_CASE("a cut or stray sequence is not valid, wherever it stands") {
		CHECK_FALSE(is_valid_utf8("\x80"));
		CHECK_FALSE(is_valid_utf8("\xC3"));
		CHECK_FALSE(is_valid_utf8("\xE6\x99"));
		CHECK_FALSE(is_valid_utf8("\xF0\x9F\xA4"));
		CHECK_FALSE(is_valid_utf8("\xF0\x9F\xA4x"));
		CHECK_FALSE(is_valid_utf8("good, then \xFF"));
	}

	TEST_CASE("control characters are found, spaces and letters are not") {
		CHECK(has_control_characters("a\0b"sv));
		CHECK(has_control_characters("line\n"));
		CHECK(has_control_characters("\x7F"));
		CHECK_FALSE(has_control_characters(""));
		CHECK_FALSE(has_control_characters("a folder with spaces/агент.db"));
	}
}
