#include "core/base/spaced_sum.h"

#include <doctest/doctest.h>

using namespace agent_runtime;
using namespace std::chrono_literals;

TEST_SUITE("SpacedSum") {
	TEST_CASE("the first line comes when it is worth one, the next a while later with the sum") {
		SpacedSum sum(100ms, 1min);
		RealTime now(0us);
		CHECK_FALSE(sum.add(60ms, now));
		CHECK(sum.add(60ms, now) == 120ms);
		for (int i = 0; i < 59; i++) {
			now += 1s;
			CHECK_FALSE(sum.add(1s, now));
		}
		now += 1s;
		CHECK(sum.add(1s, now) == 60s);
		CHECK_FALSE(sum.take_rest());
		CHECK_FALSE(sum.add(5s, now));
		CHECK(sum.take_rest() == 5s);
	}
}
