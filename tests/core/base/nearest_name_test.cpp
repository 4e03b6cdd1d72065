#include "core/base/nearest_name.h"

#include <array>
#include <string>

#include <doctest/doctest.h>

using namespace agent_runtime;

namespace {

constexpr std::array<std::string_view, 4> NAMES = { "name", "role", "persona", "initial_position" };

} // namespace

TEST_SUITE("nearest_name") {
	TEST_CASE("a misspelt name finds the one that was meant") {
		CHECK(nearest_name("naem", NAMES) == "name");
		CHECK(nearest_name("nam", NAMES) == "name");
		CHECK(nearest_name("rolle", NAMES) == "role");
		CHECK(nearest_name("Name", NAMES) == "name");
		CHECK(nearest_name("initialPosition", NAMES) == "initial_position");
		CHECK(nearest_name("name", NAMES) == "name");
	}

	TEST_CASE("what is near to none finds none") {
		CHECK(nearest_name("", NAMES).empty());
		CHECK(nearest_name("colour", NAMES).empty());
		CHECK(nearest_name("xyz", NAMES).empty());
		CHECK(nearest_name(std::string(1'000'000, 'n'), NAMES).empty());
		CHECK(nearest_name("name", {}).empty());
	}
}
