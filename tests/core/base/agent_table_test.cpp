#include "core/base/agent_table.h"
#include "core/base/rng.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

using namespace agent_runtime;

namespace {

AgentId any_of(Rng &rng, std::uint32_t apart) {
	return AgentId(1 + static_cast<std::uint32_t>(rng.uniform(200)) * apart);
}

} // namespace

TEST_SUITE("AgentTable") {
	TEST_CASE("it holds what a map would, whatever the ids are") {
		// Consecutive numbers, numbers far apart, and some distances in between.
		for (const std::uint32_t apart : { 1U, 7U, 64U, 4'096U, 10'000'019U }) {
			CAPTURE(apart);
			Rng rng(apart);
			AgentTable<std::uint32_t> table;
			std::map<AgentId, std::uint32_t> expected;
			for (int i = 0; i < 20'000; i++) {
				const AgentId agent = any_of(rng, apart);
				if (rng.uniform(3) == 0) {
					table.erase(agent);
					expected.erase(agent);
				} else {
					const std::uint32_t value = static_cast<std::uint32_t>(i);
					table.entry(agent) = value;
					expected[agent] = value;
				}
				const AgentId other = any_of(rng, apart);
				const auto found = expected.find(other);
				const std::uint32_t *const held = table.find(other);
				REQUIRE((held != nullptr) == (found != expected.end()));
				REQUIRE((held == nullptr || *held == found->second));
			}
			CHECK(table.size() == expected.size());
			std::vector<AgentId> in_order;
			for (const auto &[agent, value] : expected) {
				in_order.push_back(agent);
			}
			CHECK(table.agents() == in_order);
			table.clear();
			CHECK(table.find(AgentId(1)) == nullptr);
			CHECK(table.agents().empty());
		}
	}

	TEST_CASE("nobody, and ids at the end of their range, are ids like others") {
		AgentTable<int> table;
		CHECK(table.find(AgentId()) == nullptr);
		table.entry(AgentId(AgentIdKind::HIGHEST)) = 7;
		REQUIRE(table.find(AgentId(AgentIdKind::HIGHEST)) != nullptr);
		CHECK(*table.find(AgentId(AgentIdKind::HIGHEST)) == 7);
		CHECK(table.find(AgentId()) == nullptr);
		table.erase(AgentId(1));
		table.erase(AgentId(AgentIdKind::HIGHEST));
		CHECK(table.size() == 0);
	}

	TEST_CASE("an entry made again is a new one, and others stay where they are") {
		AgentTable<std::string> table;
		table.entry(AgentId(2'000'000'000)) = "far";
		std::string &third = table.entry(AgentId(3));
		third = "near";
		table.entry(AgentId(5)) = "gone";
		table.erase(AgentId(5));
		CHECK(table.find(AgentId(5)) == nullptr);
		CHECK(table.entry(AgentId(5)).empty());
		for (std::uint32_t number = 100; number < 10'000; number++) {
			table.entry(AgentId(number * 100));
		}
		CHECK(&table.entry(AgentId(3)) == &third);
		CHECK(third == "near");
		CHECK(*table.find(AgentId(2'000'000'000)) == "far");
	}
}
