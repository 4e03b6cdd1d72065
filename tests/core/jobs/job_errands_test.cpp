#include "core/jobs/job_errands.h"
#include "tests/core/patience.h"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

using namespace agent_runtime;

TEST_SUITE("errands of jobs") {
	TEST_CASE("they are done one after the other, and what follows happens with their owner") {
		std::atomic<int> wakes{ 0 };
		JobErrands errands(
				"ar-test", [&wakes] { wakes++; }, Logger());
		std::string order;
		std::atomic<int> at_once{ 0 };
		bool was_alone = true;
		const std::thread::id owner = std::this_thread::get_id();
		for (const char name : { 'a', 'b', 'c' }) {
			errands.post({ [&, name](const JobErrand::Cancelled &) -> JobErrand::Then {
				was_alone = was_alone && ++at_once == 1;
				at_once--;
				return [&order, name, owner] {
					CHECK(std::this_thread::get_id() == owner);
					order += name;
				};
			} });
		}
		CHECK(comes_true([&] { return wakes.load() == 3; }));
		CHECK(order.empty());
		errands.finish();
		errands.finish();
		CHECK(order == "abc");
		CHECK(was_alone);
	}

	TEST_CASE("a stop waits for nothing, and says so of each once") {
		std::string given_up;
		std::atomic<bool> is_under_way{ false };
		JobErrands errands(
				"ar-test", [] {}, Logger());
		for (const char name : { 'a', 'b' }) {
			errands.post({ [&](const JobErrand::Cancelled &cancelled) -> JobErrand::Then {
							  is_under_way.store(true);
							  CHECK(comes_true([&] { return cancelled.load(); }));
							  return [&given_up] { given_up += "done"; };
						  },
					[&given_up, name] { given_up += name; } });
		}
		CHECK(comes_true([&] { return is_under_way.load(); }));
		errands.stop();
		errands.stop();
		CHECK(given_up == "ab");
	}

	TEST_CASE("one that throws is given up, and the next is done") {
		std::string said;
		std::atomic<int> wakes{ 0 };
		JobErrands errands(
				"ar-test", [&wakes] { wakes++; }, Logger());
		errands.post({ [](const JobErrand::Cancelled &) -> JobErrand::Then {
						  throw std::runtime_error("as the test wants it");
					  },
				[&said] { said += "given up,"; } });
		errands.post({ [](const JobErrand::Cancelled &) -> JobErrand::Then {
						  return [] { throw std::runtime_error("then"); };
					  },
				[&said] { said += "this too"; } });
		CHECK(comes_true([&] { return wakes.load() == 2; }));
		errands.finish();
		CHECK(said == "given up,this too");
	}
}
