#include "../agents/fake_minds.h"
#include "save_games.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

// Each walk that the game is asked for ends once: with its answer, or by being cancelled.

using namespace agent_runtime;
using namespace agent_runtime::save_games;

namespace {

AgentId spawn_walked(TestWorld &world) {
	const AgentId ada = spawn_agent(*world.runtime,
			{ { "name", "Ada" }, { "key", "ada" }, { "think_interval", 0 },
					{ "position_owner", "game" } })
								.value();
	CHECK(world.wait_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
	return ada;
}

void ask_to_walk(TestWorld &world, float x) {
	world.send({ { "type", "move_request" }, { "agent_id", "agent_001" },
			{ "position", { { "x", x }, { "y", 2 } } } });
}

// The reply, while the game reads no events.
std::optional<json> unseen_reply(const std::shared_ptr<TestWorld::Replies> &replies) {
	std::optional<json> reply;
	comes_true([&] { return (reply = replies->take()).has_value(); });
	return reply;
}

// The targets of walks that the game was asked for and not told to stop.
std::vector<float> open_walks(const TestWorld &world) {
	std::vector<float> open;
	for (const GameCall &call : world.sink.calls) {
		const bool is_cancelled =
				std::any_of(world.sink.cancelled.begin(), world.sink.cancelled.end(),
						[&](const CancelledWalk &walk) { return walk.call == call.call; });
		if (!is_cancelled) {
			open.push_back(call.target.x);
		}
	}
	return open;
}

} // namespace

TEST_SUITE("Walks of the game that are cancelled") {
	TEST_CASE("a newer one, a stop and the end of the agent are told in the order of the walks") {
		TestWorld world("");
		const AgentId ada = spawn_walked(world);
		ask_to_walk(world, 8);
		REQUIRE(world.wait_until([&] { return world.sink.calls.size() == 1; }));
		ask_to_walk(world, 9);
		REQUIRE(world.wait_until([&] { return world.sink.calls.size() == 2; }));
		REQUIRE(world.sink.cancelled.size() == 1);
		CHECK(world.sink.cancelled[0].call == world.sink.calls[0].call);
		CHECK(world.sink.cancelled[0].agent == ada);
		CHECK(world.sink.cancelled[0].reason == "a newer walk has taken its place");
		world.send({ { "type", "stop_walk_request" }, { "agent_id", "agent_001" } });
		REQUIRE(world.wait_until([&] { return world.sink.cancelled.size() == 2; }));
		CHECK(world.sink.cancelled[1].reason == "the agent was told to stop");
		CHECK(open_walks(world).empty());
		// It can no longer be answered.
		CHECK(world.ask({ { "type", "walk_arrived" },
								{ "call_id", world.sink.calls[1].call.to_string() } })
						.at("error")
						.at("code") == "not_found");
		ask_to_walk(world, 7);
		REQUIRE(world.wait_until([&] { return world.sink.calls.size() == 3; }));
		CHECK(world.runtime->terminate_agent(ada, "test").ok());
		REQUIRE(world.wait_until([&] { return world.sink.cancelled.size() == 3; }));
		CHECK(open_walks(world).empty());
	}

	TEST_CASE("of walks that wait to be shown, and are over by then, nothing is shown") {
		TestWorld world("");
		spawn_walked(world);
		std::vector<std::shared_ptr<TestWorld::Replies>> replies;
		for (int i = 0; i < 20; i++) {
			replies.push_back(world.send({ { "type", "move_request" }, { "agent_id", "agent_001" },
					{ "position", { { "x", 10 + i }, { "y", 2 } } } }));
		}
		// All but the last are answered as cancelled before the game reads its events.
		for (int i = 0; i < 19; i++) {
			const std::optional<json> reply = unseen_reply(replies[static_cast<std::size_t>(i)]);
			REQUIRE(reply.has_value());
			CHECK(reply->at("error").at("code") == "cancelled");
		}
		REQUIRE(world.wait_until([&] { return !world.sink.calls.empty(); }));
		CHECK(world.sink.calls.size() == 1);
		CHECK(open_walks(world) == std::vector<float>{ 29 });
		CHECK(world.sink.cancelled.empty());
	}

	TEST_CASE("a game that answers before it has been told does nothing wrong") {
		const Folder folder;
		TestWorld world(folder.database());
		spawn_walked(world);
		save(world, "before");
		ask_to_walk(world, 8);
		REQUIRE(world.wait_until([&] { return world.sink.calls.size() == 1; }));
		json request{ { "type", "stop_walk_request" }, { "agent_id", "agent_001" } };
		SUBCASE("it is told to stop") {}
		SUBCASE("another world is loaded") {
			request = { { "type", "slot_load_request" }, { "slot", "before" } };
		}
		const std::optional<json> reply = unseen_reply(world.send(request));
		REQUIRE(reply.has_value());
		REQUIRE(reply->at("ok") == true);
		const CallAnswer answer{ .call = world.sink.calls[0].call };
		CHECK(world.runtime->answer_call(answer).ok());
		const CallAnswer other{ .call = answer.call, .kind = CallKind::action };
		CHECK(world.runtime->answer_call(other).code() == StatusCode::not_found);
		REQUIRE(world.wait_until([&] { return world.sink.cancelled.size() == 1; }));
		CHECK(world.sink.cancelled[0].call == answer.call);
		CHECK(world.count<AgentArrived>(AgentId(1)) == 0);
		CHECK(world.runtime->answer_call(answer).code() == StatusCode::not_found);
	}

	TEST_CASE("one that the game does not answer in time is cancelled, too") {
		TestWorld world("");
		spawn_walked(world);
		ask_to_walk(world, 8);
		REQUIRE(world.wait_until([&] { return world.sink.calls.size() == 1; }));
		REQUIRE(world.pass_until([&] { return !world.sink.cancelled.empty(); }));
		CHECK(world.sink.cancelled[0].call == world.sink.calls[0].call);
		CHECK(world.sink.cancelled[0].reason == "the game has not answered in time");
	}

	TEST_CASE(
			"who speaks stands still: the game is told to stop, and asked for the rest after it") {
		const FakeMind mind = FakeMind::always(SpeakAction{ std::string(60, 'a'), {} });
		RuntimeOptions options;
		options.mind = &mind;
		options.settings.walk_deadline = 1000h;
		TestWorld world(std::move(options));
		const AgentId ada = spawn_walked(world);
		ask_to_walk(world, 8);
		REQUIRE(world.wait_until([&] { return world.sink.calls.size() == 1; }));
		CHECK(send_message(*world.runtime, {}, ada, "Hello").ok());
		REQUIRE(world.pass_until([&] { return world.sink.cancelled.size() == 1; }));
		CHECK(world.sink.calls.size() == 1);
		REQUIRE(world.pass_until([&] { return world.sink.calls.size() == 2; }));
		CHECK(world.state(ada).at("state") == "idle");
		CHECK(world.sink.calls[1].call != world.sink.calls[0].call);
		CHECK(world.ask({ { "type", "walk_arrived" },
								{ "call_id", world.sink.calls[1].call.to_string() } })
						.at("ok") == true);
		REQUIRE(world.pass_until([&] { return world.count<AgentArrived>(ada) == 1; }));
		CHECK(world.state(ada).at("position") == json{ { "x", 8.0 }, { "y", 2.0 } });
		CHECK(world.sink.cancelled.size() == 1);
	}

	TEST_CASE("when another world takes the place of this one, its walks are over") {
		const Folder folder;
		TestWorld world(folder.database());
		spawn_walked(world);
		save(world, "before");
		ask_to_walk(world, 8);
		REQUIRE(world.wait_until([&] { return world.sink.calls.size() == 1; }));
		load(world, "before");
		REQUIRE(world.wait_until([&] { return !world.sink.cancelled.empty(); }));
		CHECK(world.sink.cancelled[0].call == world.sink.calls[0].call);
		CHECK(world.sink.cancelled[0].reason == "another world was loaded");
		CHECK(open_walks(world).empty());
	}

	TEST_CASE("of walks that no game has seen before another world was loaded, none is told") {
		const Folder folder;
		TestWorld world(folder.database());
		spawn_walked(world);
		save(world, "before");
		const auto first = world.send({ { "type", "move_request" }, { "agent_id", "agent_001" },
				{ "position", { { "x", 8 }, { "y", 2 } } } });
		ask_to_walk(world, 9);
		REQUIRE(unseen_reply(first).has_value()); // the second has replaced it
		REQUIRE(unseen_reply(world.send({ { "type", "slot_load_request" }, { "slot", "before" } }))
						.has_value());
		ask_to_walk(world, 7);
		REQUIRE(world.wait_until([&] { return !world.sink.calls.empty(); }));
		CHECK(world.sink.calls.size() == 1);
		CHECK(open_walks(world) == std::vector<float>{ 7 });
		CHECK(world.sink.cancelled.empty());
	}
}
