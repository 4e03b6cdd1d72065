#include "core/base/rng.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("Rng") {
	TEST_CASE("splitmix64 gives the published numbers") {
		std::uint64_t state = 1'234'567;
		CHECK(splitmix64(state) == 6'457'827'717'110'365'317U);
		CHECK(splitmix64(state) == 3'203'168'211'198'807'973U);
		CHECK(splitmix64(state) == 9'817'491'932'198'370'423U);
	}

	TEST_CASE("xoshiro256** gives the published numbers") {
		const std::string zeros(15, '0');
		Rng rng = Rng::from_text(zeros + "1" + zeros + "2" + zeros + "3" + zeros + "4").value();
		for (const std::uint64_t expected : { std::uint64_t{ 11520 }, std::uint64_t{ 0 },
					 std::uint64_t{ 1'509'978'240 }, std::uint64_t{ 1'215'971'899'390'074'240 },
					 std::uint64_t{ 1'216'172'134'540'287'360 },
					 std::uint64_t{ 607'988'272'756'665'600 },
					 std::uint64_t{ 16'172'922'978'634'559'625U } }) {
			CHECK(rng.next() == expected);
		}
	}

	TEST_CASE("the same seed gives the same numbers, another seed others") {
		Rng first(7);
		Rng second(7);
		Rng other(8);
		for (int i = 0; i < 100; ++i) {
			const std::uint64_t number = first.next();
			CHECK(number == second.next());
			CHECK(number != other.next());
		}
	}

	TEST_CASE("each agent has numbers of its own, for each seed") {
		std::set<std::uint64_t> firsts;
		for (std::uint64_t seed = 0; seed < 20; ++seed) {
			for (std::uint32_t agent = 1; agent <= 50; ++agent) {
				firsts.insert(Rng::for_agent(seed, AgentId(agent)).next());
			}
		}
		CHECK(firsts.size() == 1000);
		CHECK(Rng::for_agent(3, AgentId(4)) == Rng::for_agent(3, AgentId(4)));
	}

	TEST_CASE("uniform keeps below its bound and reaches every number") {
		Rng rng(1);
		std::array<int, 6> counts{};
		for (int i = 0; i < 6000; ++i) {
			const std::uint64_t number = rng.uniform(6);
			REQUIRE(number < 6);
			++counts[number];
		}
		for (const int count : counts) {
			CHECK(count > 850);
			CHECK(count < 1150);
		}
		CHECK(rng.uniform(0) == 0);
		CHECK(rng.uniform(1) == 0);
		const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
		CHECK(rng.uniform(most) < most);
	}

	TEST_CASE("between includes both ends, over any distance") {
		Rng rng(2);
		std::set<std::int64_t> seen;
		for (int i = 0; i < 200; ++i) {
			seen.insert(rng.between(-1, 1));
		}
		CHECK(seen == std::set<std::int64_t>{ -1, 0, 1 });
		CHECK(rng.between(5, 5) == 5);
		CHECK(rng.between(5, -5) == 5);
		constexpr std::int64_t LEAST = std::numeric_limits<std::int64_t>::min();
		constexpr std::int64_t MOST = std::numeric_limits<std::int64_t>::max();
		CHECK(rng.between(LEAST, MOST) != rng.between(LEAST, MOST));
		CHECK(rng.between(LEAST, LEAST + 1) <= LEAST + 1);
	}

	TEST_CASE("real01 lies from 0 to below 1, evenly") {
		Rng rng(3);
		double sum = 0.0;
		for (int i = 0; i < 10'000; ++i) {
			const double number = rng.real01();
			REQUIRE(number >= 0.0);
			REQUIRE(number < 1.0);
			sum += number;
		}
		CHECK(std::abs(sum / 10'000 - 0.5) < 0.02);
	}

	TEST_CASE("chance never and always, and about as often as it says") {
		Rng rng(4);
		int hits = 0;
		for (int i = 0; i < 10'000; ++i) {
			REQUIRE_FALSE(rng.chance(0.0));
			REQUIRE_FALSE(rng.chance(-1.0));
			REQUIRE_FALSE(rng.chance(std::numeric_limits<double>::quiet_NaN()));
			REQUIRE(rng.chance(1.0));
			hits += rng.chance(0.25) ? 1 : 0;
		}
		CHECK(hits > 2300);
		CHECK(hits < 2700);
	}

	TEST_CASE("chance takes one number, whatever the probability") {
		Rng never(5);
		Rng always(5);
		CHECK_FALSE(never.chance(0.0));
		CHECK(always.chance(1.0));
		CHECK(never == always);
	}

	TEST_CASE("pick gives an item of the list, to be changed where it stands") {
		Rng rng(6);
		std::vector<int> items = { 1, 2, 3 };
		rng.pick(std::span(items)) = 9;
		CHECK(std::count(items.begin(), items.end(), 9) == 1);
		const std::array<std::string, 1> only = { "hello" };
		CHECK(rng.pick(std::span(only)) == "hello");
	}

	TEST_CASE("a stored generator goes on where it stopped") {
		Rng rng(7);
		rng.next();
		const std::string text = rng.to_text();
		CHECK(text.size() == 64);
		Result<Rng> restored = Rng::from_text(text);
		REQUIRE(restored.ok());
		CHECK(restored.value().next() == rng.next());
		CHECK(restored.value().to_text() == rng.to_text());
	}

	TEST_CASE("a text that is no state is refused") {
		for (const std::string &text : { std::string(), std::string("1"), std::string(64, '0'),
					 std::string(64, 'g'), std::string(65, '1'), std::string(63, '1'),
					 " " + std::string(63, '1'), "-" + std::string(63, '1'),
					 "0x" + std::string(62, '1'), std::string(1'000'000, '1') }) {
			const Result<Rng> rng = Rng::from_text(text);
			REQUIRE_FALSE(rng.ok());
			CHECK(rng.status().code() == StatusCode::corrupt);
		}
	}
}
