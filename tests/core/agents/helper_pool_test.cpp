#include "core/agents/helper_pool.h"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <set>
#include <thread>

using namespace agent_runtime;

TEST_SUITE("HelperPool") {
	TEST_CASE("each part of each order is done once, before run() returns") {
		constexpr std::size_t PARTS = 7;
		for (const std::size_t helpers : { 0u, 1u, 2u, 4u }) {
			HelperPool pool(helpers, Logger());
			std::array<std::atomic<int>, PARTS> done{};
			for (int run = 1; run <= 500; run++) {
				pool.run(PARTS, [&](std::size_t part) { done[part]++; });
				for (const std::atomic<int> &each : done) {
					REQUIRE(each == run);
				}
			}
		}
	}

	TEST_CASE("helpers really take parts, beside the caller") {
		HelperPool pool(2, Logger());
		std::atomic<int> waiting{ 0 };
		std::array<std::thread::id, 3> who;
		// Each part waits until all three are in progress, which takes three threads.
		pool.run(3, [&](std::size_t part) {
			waiting++;
			while (waiting < 3) {
				std::this_thread::yield();
			}
			who[part] = std::this_thread::get_id();
		});
		CHECK(std::set<std::thread::id>(who.begin(), who.end()).size() == 3);
	}

	TEST_CASE("what a part throws is thrown to the caller, and the pool goes on") {
		for (const std::size_t helpers : { 0, 2 }) {
			HelperPool pool(helpers, Logger());
			std::atomic<int> done{ 0 };
			const auto half_of_them_throw = [&](std::size_t part) {
				if (part % 2 == 0) {
					throw std::bad_alloc();
				}
				done++;
			};
			CHECK_THROWS_AS(pool.run(64, half_of_them_throw), std::bad_alloc);
			done = 0;
			pool.run(64, [&](std::size_t) { done++; });
			CHECK(done == 64);
		}
	}
}
