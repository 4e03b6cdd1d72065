#include "core/mind/offline_actions.h"

#include <doctest/doctest.h>

#include <set>

using namespace agent_runtime;
using nlohmann::json;

namespace {

json object_schema(const json &properties) {
	json required = json::array();
	for (const auto &[name, schema] : properties.items()) {
		required.push_back(name);
	}
	return { { "type", "object" }, { "properties", properties }, { "required", required } };
}

ActionTable table_of(const char *name, const json &schema) {
	ActionTable table;
	REQUIRE(table.add(name, { "for a test", schema }).ok());
	return table;
}

} // namespace

TEST_SUITE("choose_game_action") {
	TEST_CASE("whatever chance brings, the schema allows the arguments") {
		const ActionTable table = table_of("knock",
				object_schema({ { "times",
										{ { "type", "integer" }, { "minimum", 2 },
												{ "maximum", 4 } } },
						{ "force", { { "type", "number" }, { "minimum", 0.5 }, { "maximum", 1 } } },
						{ "politely", { { "type", "boolean" } } },
						{ "door", { { "enum", { "left", "right" } } } } }));
		std::set<std::string> chosen;
		for (std::uint64_t seed = 1; seed <= 200; seed++) {
			Rng rng(seed);
			const std::optional<GameAction> action = choose_game_action(table, rng);
			REQUIRE(action);
			CHECK_FALSE(table.find_problem(action->name, action->arguments));
			chosen.insert(action->arguments);
		}
		CHECK(chosen.size() > 50);
	}

	TEST_CASE("an action whose arguments need understanding is left to other minds") {
		const ActionTable table =
				table_of("write", object_schema({ { "text", { { "type", "string" } } } }));
		Rng rng(1);
		CHECK_FALSE(choose_game_action(table, rng));
	}

	TEST_CASE("an action without arguments can always be done") {
		const ActionTable table = table_of("wave", { { "type", "object" } });
		Rng rng(1);
		const std::optional<GameAction> action = choose_game_action(table, rng);
		REQUIRE(action);
		CHECK(action->name == "wave");
		CHECK(action->arguments == "{}");
	}
}
