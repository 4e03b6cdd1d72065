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

TEST_SUITE("AgentIndex") {
	TEST_CASE("it holds what a map would, whatever the ids are") {
		// In a row, far apart, and all that a page's hash can make of those between.
		for (const std::uint32_t apart : { 1U, 7U, 64U, 4'096U, 10'000'019U }) {
			CAPTURE(apart);
			Rng rng(apart);
			AgentIndex index;
			std::map<AgentId, std::uint32_t> expected;
			for (int i = 0; i < 20'000; i++) {
				const AgentId agent = any_of(rng, apart);
				if (rng.uniform(3) == 0) {
					index.erase(agent);
					expected.erase(agent);
				} else {
					const std::uint32_t value = static_cast<std::uint32_t>(i);
					index.set(agent, value);
					expected[agent] = value;
				}
				const AgentId other = any_of(rng, apart);
				const auto found = expected.find(other);
				REQUIRE(index.find(other) ==
						(found != expected.end() ? found->second : AgentIndex::NONE));
			}
			CHECK(index.size() == expected.size());
			index.clear();
			CHECK(index.find(AgentId(1)) == AgentIndex::NONE);
		}
	}

	TEST_CASE("nobody, and ids at the end of their range, are ids like others") {
		AgentIndex index;
		CHECK(index.find(AgentId()) == AgentIndex::NONE);
		index.set(AgentId(AgentIdKind::HIGHEST), 7);
		CHECK(index.find(AgentId(AgentIdKind::HIGHEST)) == 7);
		CHECK(index.find(AgentId()) == AgentIndex::NONE);
		index.erase(AgentId(1));
		index.erase(AgentId(AgentIdKind::HIGHEST));
		CHECK(index.size() == 0);
	}

	TEST_CASE("a table uses the places again of those who are gone, and lists who is left") {
		AgentTable<std::string> table;
		table.entry(AgentId(2'000'000'000)) = "far";
		table.entry(AgentId(3)) = "near";
		table.entry(AgentId(5)) = "gone";
		table.erase(AgentId(5));
		CHECK(table.find(AgentId(5)) == nullptr);
		CHECK(table.entry(AgentId(4)).empty());
		CHECK(table.entry(AgentId(3)) == "near");
		CHECK(table.agents() ==
				std::vector<AgentId>{ AgentId(3), AgentId(4), AgentId(2'000'000'000) });
		table.clear();
		CHECK(table.size() == 0);
		CHECK(table.agents().empty());
	}
}
