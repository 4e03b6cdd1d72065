#include "core/base/utf8.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace agent_runtime;
using namespace std::string_view_literals;

TEST_SUITE("UTF-8") {
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

	TEST_CASE("the first bad byte is found") {
		CHECK(first_invalid_byte("fine, агент") == std::nullopt);
		CHECK(first_invalid_byte("") == std::nullopt);
		CHECK(first_invalid_byte("\xFF") == 0);
		CHECK(first_invalid_byte("ж\xC3") == 2);
		CHECK(first_invalid_byte("ab\xED\xA0\x80") == 2);
	}

	TEST_CASE("characters are counted, not bytes") {
		CHECK(count_characters("") == 0);
		CHECK(count_characters("агент") == 5);
		CHECK(count_characters("a\xF0\x9F\xA4\x96") == 2);
		CHECK(count_characters("a\xFF\xFE") == 3);
	}
}

TEST_SUITE("for_display") {
	TEST_CASE("plain text, newlines and tabs stay as they are") {
		for (const char *text : { "", "hello", "агент\n智能体\t\xF0\x9F\xA4\x96", "it's [b]" }) {
			CHECK(for_display(text) == text);
		}
	}

	TEST_CASE("control characters are seen but do nothing") {
		CHECK(for_display("a\0b"sv) == "a\uFFFDb");
		CHECK(for_display("\x1b[31mred\x7f") == "\uFFFD[31mred\uFFFD");
		CHECK(for_display("\xC2\x9B"
						  "31m") == "\uFFFD31m");
		CHECK(for_display("beep\a\b") == "beep\uFFFD\uFFFD");
	}

	TEST_CASE("every way to end a line becomes a newline") {
		CHECK(for_display("a\r\nb\u2028c\u2029d") == "a\nb\nc\nd");
		CHECK(for_display("a\rb") == "a\uFFFDb");
	}

	TEST_CASE("marks that turn text around are left out, joiners stay") {
		CHECK(for_display("\uFEFFevil\u202Egnp.exe\u2066\u2069") == "evilgnp.exe");
		CHECK(for_display("\U0001F468\u200D\U0001F469") == "\U0001F468\u200D\U0001F469");
	}

	TEST_CASE("whatever the bytes, what is shown is UTF-8") {
		std::string every;
		for (int byte = 0; byte < 256; ++byte) {
			every += static_cast<char>(byte);
		}
		CHECK(is_valid_utf8(for_display(every)));
		CHECK(for_display("a\xC3") == "a\uFFFD");
	}
}

TEST_SUITE("escape_bbcode") {
	TEST_CASE("no tag begins in escaped text") {
		CHECK(escape_bbcode("[b]bold[/b]") == "[lb]b]bold[lb]/b]");
		CHECK(escape_bbcode("[[img]") == "[lb][lb]img]");
		CHECK(escape_bbcode("plain ] агент") == "plain ] агент");
		CHECK(escape_bbcode("").empty());
	}
}

TEST_SUITE("shorten") {
	TEST_CASE("text that fits is not touched") {
		CHECK(shorten("abc", 3) == "abc");
		CHECK(shorten("", 0).empty());
	}

	TEST_CASE("text is cut between characters") {
		CHECK(shorten("abcdef", 3) == "abc");
		CHECK(shorten("жжж", 3) == "ж");
		CHECK(shorten("жжж", 4) == "жж");
		CHECK(shorten("жжж", 1).empty());
		const std::string robots = "\xF0\x9F\xA4\x96\xF0\x9F\xA4\x96";
		for (const std::size_t bytes : { 4U, 5U, 6U, 7U }) {
			CHECK(shorten(robots, bytes) == robots.substr(0, 4));
		}
		CHECK(shorten(robots, 3).empty());
	}

	TEST_CASE("bytes that are no characters are cut where the limit is") {
		CHECK(shorten(std::string(10, '\x80'), 5).size() == 5);
		CHECK(shorten("abcde\x80\x80\x80\x80\x80", 8).size() == 8);
	}

	TEST_CASE("at every limit what is left is valid and as long as it can be") {
		const std::string text = "aж智\xF0\x9F\xA4\x96z";
		for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
			const std::string_view cut = shorten(text, bytes);
			CHECK(is_valid_utf8(cut));
			CHECK(cut.size() <= bytes);
			CHECK(cut.size() + 4 > bytes);
		}
	}
}
