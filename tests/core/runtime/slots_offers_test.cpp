#include "save_games.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

// Digs each time that it is spoken to, and says so.
json digger(const std::string &name) {
	const json use{ { "action", "use_tools" },
		{ "calls", json::array({ { { "id", "1" }, { "name", "dig" } } }) } };
	const json script = json::array({ { { "action", use } }, { { "say", "Done." } } });
	json config = loner(name, "scripted");
	config["mind_options"] = { { "script", script }, { "repeat", true } };
	config["groups"] = { "diggers" };
	return config;
}

const ActionInfo DIGGING{ "Digs.", json::object() };

// Answers the calls from `seen` on. Where the tool of the last one was offered; empty: none came.
std::string answer_calls(TestWorld &world, AgentId agent, std::size_t &seen) {
	std::string where;
	for (; seen < world.sink.calls.size(); seen++) {
		const GameCall &call = world.sink.calls[seen];
		if (call.kind == CallKind::tool && call.agent == agent) {
			where = "dig" + call.offered_to.in_words();
			CHECK(world.runtime->answer_call({ call.call, CallKind::tool }).ok());
		}
	}
	return where;
}

// Where the game's tool was offered that a use of it reaches now; none: there is no such tool.
std::string dig(TestWorld &world, AgentId agent) {
	std::size_t seen = world.sink.calls.size();
	const int spoke = world.count<AgentSpoke>(agent);
	std::string where = "none";
	REQUIRE(send_message(*world.runtime, {}, agent, "Dig!").ok());
	REQUIRE(world.pass_until([&] {
		if (const std::string reached = answer_calls(world, agent, seen); !reached.empty()) {
			where = reached;
		}
		return world.count<AgentSpoke>(agent) > spoke && is_idle(world, agent);
	}));
	return where;
}

} // namespace

TEST_SUITE("Tools of single agents and save games") {
	TEST_CASE("a load leaves an agent that is there its own tools, and no other has them") {
		const Folder folder;
		RuntimeOptions options;
		options.database_path = folder.database();
		options.settings = brisk();
		TestWorld world{ std::move(options) };
		GameGifts &gifts = world.runtime->gifts();
		const AgentId ada = spawn(world, digger("Ada"));
		save(world, "ada");
		const AgentId bob = spawn(world, digger("Bob"));
		save(world, "both");
		const OfferScope of_ada{ .agent = ada };
		const OfferScope of_bob{ .agent = bob };
		REQUIRE(gifts.register_tool("dig", DIGGING, of_ada).ok());
		REQUIRE(gifts.register_tool("dig", DIGGING, of_bob).ok());
		CHECK(dig(world, ada) == "dig for agent_001");
		CHECK(dig(world, bob) == "dig for agent_002");

		load(world, "both");
		CHECK(dig(world, ada) == "dig for agent_001");
		CHECK(dig(world, bob) == "dig for agent_002");

		load(world, "ada"); // in which there is no Bob
		CHECK(dig(world, ada) == "dig for agent_001");
		CHECK(gifts.unregister_tool("dig", of_bob).code() == StatusCode::not_found);
		CHECK(gifts.register_tool("dig", DIGGING, of_bob).code() == StatusCode::not_found);

		load(world, "both"); // he comes back without them
		CHECK(dig(world, ada) == "dig for agent_001");
		CHECK(dig(world, bob) == "none");
		REQUIRE(gifts.register_tool("dig", DIGGING, { .group = "diggers" }).ok());
		CHECK(dig(world, ada) == "dig for agent_001");
		CHECK(dig(world, bob) == "dig for the group \"diggers\"");
		load(world, "both");
		CHECK(dig(world, bob) == "dig for the group \"diggers\"");
		REQUIRE(gifts.unregister_tool("dig", of_ada).ok());
		CHECK(dig(world, ada) == "dig for the group \"diggers\"");
	}
}
