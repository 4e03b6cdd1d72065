#include "core/base/uuid.h"

#include <set>
#include <string>

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("uuids") {
	TEST_CASE("one that is made is of version 4, and read back as it was") {
		std::set<Uuid> made;
		for (int i = 0; i < 1000; i++) {
			const Result<Uuid> uuid = Uuid::make();
			REQUIRE(uuid.ok());
			const std::string text = uuid.value().to_string();
			CAPTURE(text);
			REQUIRE(text.size() == Uuid::LENGTH);
			CHECK(text[14] == '4');
			CHECK(std::string("89ab").find(text[19]) != std::string::npos);
			CHECK(Uuid::parse(text) == uuid.value());
			made.insert(uuid.value());
		}
		CHECK(made.size() == 1000);
	}

	TEST_CASE("its text has 8, 4, 4, 4 and 12 digits") {
		const Uuid uuid(0x019a'8c1d'5b0e'7c3a, 0x0a57'1f6f'0d8e'2b11);
		CHECK(uuid.to_string() == "019a8c1d-5b0e-7c3a-0a57-1f6f0d8e2b11");
	}

	TEST_CASE("capitals and other versions are read too") {
		const std::string text = "019a8c1d-5b0e-7c3a-8a57-1f6f0d8e2b11";
		REQUIRE(Uuid::parse(text));
		CHECK(Uuid::parse("019A8C1D-5B0E-7C3A-8A57-1F6F0D8E2B11") == Uuid::parse(text));
		CHECK(Uuid::parse(text)->to_string() == text);
	}

	TEST_CASE("none has no text, and no text stands for it") {
		CHECK(Uuid().is_none());
		CHECK(Uuid().to_string().empty());
		CHECK_FALSE(Uuid::parse(""));
		CHECK_FALSE(Uuid::parse("00000000-0000-0000-0000-000000000000"));
	}

	TEST_CASE("what is no UUID is not taken for one") {
		for (const char *text : { "019a8c1d-5b0e-7c3a-8a57-1f6f0d8e2b1",
					 "019a8c1d-5b0e-7c3a-8a57-1f6f0d8e2b111",
					 "019a8c1d5b0e-7c3a-8a57-1f6f0d8e2b11-", "019a8c1d-5b0e-7c3a-8a57-1f6f0d8e2b1g",
					 "019a8c1d-5b0e-7c3a-8a57-1f6f-d8e2b11", "{19a8c1d-5b0e-7c3a-8a57-1f6f0d8e2b1}",
					 "019a8c1d_5b0e_7c3a_8a57_1f6f0d8e2b11" }) {
			CAPTURE(text);
			CHECK_FALSE(Uuid::parse(text));
		}
	}
}
