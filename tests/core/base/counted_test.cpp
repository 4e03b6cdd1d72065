#include "core/base/counted.h"

#include <doctest/doctest.h>

#include <cstdint>

using namespace agent_runtime;

TEST_SUITE("counted") {
	TEST_CASE("one thing is one thing, and all other numbers are many") {
		CHECK(counted(0, "call") == "0 calls");
		CHECK(counted(1, "call") == "1 call");
		CHECK(counted(2, "paid call") == "2 paid calls");
		CHECK(counted(std::int64_t{ -1 }, "call") == "-1 calls");
		CHECK(counted(std::uint64_t{ 1'000'000 }, "token") == "1000000 tokens");
	}
}
