#include "core/base/self_check.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("Self check") {
	TEST_CASE("the libraries that are built in work here") {
		CHECK(find_library_problems() == std::vector<std::string>{});
	}
}
