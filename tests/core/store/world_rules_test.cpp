#include "core/store/world_rules.h"
#include "scratch.h"
#include "whole_schema.h"

#include <algorithm>

using namespace agent_runtime;

TEST_SUITE("what a slot may hold") {
	TEST_CASE("each column of each table of the world has its rule") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		for (const TableRow *const table : world_tables(game_schema())) {
			CAPTURE(table->name);
			std::size_t found = 0;
			Query columns(world, "SELECT name FROM pragma_table_info(?1)", table->name);
			while (columns.next()) {
				CAPTURE(columns.text(0));
				CHECK(std::any_of(table->rules.begin(), table->rules.end(),
						[&](const ColumnRule &rule) { return rule.column == columns.text(0); }));
				found++;
			}
			REQUIRE(columns.status().ok());
			CHECK(found == table->rules.size());
		}
	}

	TEST_CASE("the sum over the rows is another one when anything is") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		const auto sum = [&] { return sum_text(sum_of_rows(world).value_or(0)); };
		std::vector<std::string> sums{ sum() };
		for (const char *change : {
					 "INSERT INTO agents(id, number, config, state, x, y, created_at, generation)"
					 " VALUES('agent_001', 1, '{}', 'idle', 1, 2, 0, 1)",
					 "UPDATE agents SET x = 1.0000001",
					 "UPDATE agents SET key = ''",
					 "UPDATE agents SET key = 'k'",
					 "UPDATE agents SET config = '{} '",
					 "INSERT INTO agent_conversations(agent_id, timestamp, sender, content,"
					 " recipient) VALUES('agent_001', 0, 'ab', 'c', '')",
					 "UPDATE agent_conversations SET sender = 'a', content = 'bc'",
					 "UPDATE sqlite_sequence SET seq = 7 WHERE name = 'agent_conversations'",
					 "INSERT INTO meta VALUES('highest_agents', '9')",
			 }) {
			REQUIRE(world.exec(change).ok());
			sums.push_back(sum());
			CHECK_MESSAGE(sums.back() != sums[sums.size() - 2], change);
			CHECK(sums.back().size() == 16);
		}
		// The checksum does not include itself.
		REQUIRE(seal_rows(world).ok());
		CHECK(sum() == sums.back());
	}

	TEST_CASE("a database that has come further than slots may takes its own slots") {
		const ScratchFolder folder;
		Database world = open_store(folder.path("a.db"));
		const Result<IdBounds> fresh = bounds_in(world);
		REQUIRE(fresh.ok());
		CHECK(fresh.value().agents == IdBounds::OF_AGENTS);
		CHECK(fresh.value().others == IdBounds::OF_OTHERS);
		REQUIRE(world.exec("INSERT INTO meta VALUES('highest_agents', '1500000000')").ok());
		const Result<IdBounds> grown = bounds_in(world);
		REQUIRE(grown.ok());
		CHECK(grown.value().agents == 1'500'000'000);
	}
}
