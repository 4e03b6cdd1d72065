#include "core/base/base64.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

using namespace agent_runtime;

TEST_SUITE("base64") {
	TEST_CASE("texts of RFC 4648") {
		const std::string pairs[][2] = { { "", "" }, { "f", "Zg==" }, { "fo", "Zm8=" },
			{ "foo", "Zm9v" }, { "foob", "Zm9vYg==" }, { "fooba", "Zm9vYmE=" },
			{ "foobar", "Zm9vYmFy" }, { "\xFF\x80\x0A", "/4AK" }, { "\xFB\xEF\xBE", "++++" } };
		for (const auto &[bytes, text] : pairs) {
			std::string written = "before:";
			append_base64(written, bytes);
			CHECK(written == "before:" + text);
			CHECK(parse_base64(text) == bytes);
		}
	}

	TEST_CASE("any bytes come back") {
		std::mt19937 chance(1);
		for (int i = 0; i < 500; i++) {
			std::string bytes(chance() % 50, ' ');
			for (char &byte : bytes) {
				byte = static_cast<char>(chance());
			}
			std::string text;
			append_base64(text, bytes);
			CHECK(parse_base64(text) == bytes);
		}
	}

	TEST_CASE("other texts are refused") {
		for (const char *const text : { "Z", "Zg", "Zg=", "Zg===", "====", "Z===", "Zh==", "Zm9=",
					 "Zm 8", "Zm8\n", "Zm-_", "Zg==Zg==", "\xFF\xFF\xFF\xFF" }) {
			CAPTURE(text);
			CHECK(!parse_base64(text).has_value());
		}
	}
}
