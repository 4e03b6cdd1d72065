#include "../world/drawn_map.h"
#include "core/runtime/recording.h"
#include "world.h"

#include <doctest/doctest.h>

using namespace agent_runtime;
using nlohmann::json;

namespace {

const std::vector<std::string> ROOM = { "a.......", "........", "...##...", ".......b" };

RuntimeOptions stored_in(const std::string &database, bool recording = false) {
	RuntimeOptions options;
	options.database_path = database;
	options.recording = recording;
	return options;
}

json walk_of(const std::string &agent, const json &where) {
	json request{ { "type", "walk_request" }, { "agent_id", agent } };
	request.update(where);
	return request;
}

// On the map, and without thoughts.
AgentId spawn_thoughtless(TestWorld &world, json config) {
	config["think_interval"] = 0;
	const Result<AgentId> agent = spawn_agent(*world.runtime, config);
	REQUIRE_MESSAGE(agent.ok(), agent.status().to_string());
	CHECK(world.wait_until([&] { return world.count<AgentSpawned>(agent.value()) == 1; }));
	return agent.value();
}

std::string field_of(const json &reply) {
	return reply.value("/error/field"_json_pointer, "");
}

} // namespace

TEST_SUITE("Walks that are asked for") {
	TEST_CASE("a request is answered when the agent has arrived, and the state says it walks") {
		TestWorld world("");
		REQUIRE(world.runtime->gifts().set_map(drawn_map(ROOM)).ok());
		const AgentId ada = spawn_thoughtless(world, { { "seat", "a" } });
		CHECK(world.state(ada).at("position") == json{ { "x", 0 }, { "y", 0 } });
		CHECK(world.state(ada).at("seat") == "a");
		CHECK(world.state(ada).at("facing") == "up");
		CHECK(world.state(ada).at("walking") == false);
		const std::shared_ptr<TestWorld::Replies> replies = world.send(walk_of(
				"agent_001", { { "target", { { "x", 6 }, { "y", 1 } } }, { "face", "left" } }));
		CHECK(world.pass_until([&] { return world.state(ada).at("walking") == true; }));
		CHECK(world.state(ada).at("target") == json{ { "x", 6 }, { "y", 1 } });
		// A tenth of a second at a time, at the end of which it is seen somewhere else.
		const auto arrived = [&] { return world.count<AgentArrived>(ada) == 1; };
		world.sink.positions.clear();
		for (int moment = 0; moment < 100 && !arrived(); moment++) {
			const std::size_t seen = world.sink.positions.size();
			world.clock.advance(100ms);
			REQUIRE(world.wait_until(
					[&] { return world.sink.positions.size() > seen || arrived(); }));
		}
		CHECK(world.sink.positions.size() > 15); // 6 tiles at 3 a second
		std::optional<json> reply;
		CHECK(world.pass_until([&] { return (reply = replies->take()).has_value(); }));
		CHECK(reply->at("ok") == true);
		CHECK(world.state(ada).at("position") == json{ { "x", 6 }, { "y", 1 } });
		CHECK(world.state(ada).at("facing") == "left");
		CHECK(world.ask(walk_of("agent_001", { { "seat", true } })).at("ok") == true);
		CHECK(world.state(ada).at("facing") == "up");
	}

	TEST_CASE("beside another, to a stop, and what is wrong with a request") {
		TestWorld world("");
		REQUIRE(world.runtime->gifts().set_map(drawn_map(ROOM)).ok());
		spawn_thoughtless(world, { { "initial_position", { { "x", 1 }, { "y", 1 } } } });
		spawn_thoughtless(world, { { "initial_position", { { "x", 6 }, { "y", 1 } } } });
		CHECK(world.ask(walk_of("agent_001", { { "beside", "agent_002" } })).at("ok") == true);
		CHECK(world.state(AgentId(1)).at("position") == json{ { "x", 5 }, { "y", 1 } });
		CHECK(world.state(AgentId(1)).at("facing") == "right");
		const std::shared_ptr<TestWorld::Replies> walk =
				world.send(walk_of("agent_001", { { "target", { { "x", 0 }, { "y", 3 } } } }));
		CHECK(world.ask({ { "type", "stop_walk_request" }, { "agent_id", "agent_001" } })
						.at("ok") == true);
		std::optional<json> reply;
		CHECK(world.pass_until([&] { return (reply = walk->take()).has_value(); }));
		CHECK(reply->at("error").at("code") == "cancelled");
		CHECK(field_of(world.ask(walk_of("agent_001", json::object()))) == "target");
		CHECK(field_of(world.ask(walk_of(
					  "agent_001", { { "seat", true }, { "beside", "agent_002" } }))) == "target");
		CHECK(field_of(world.ask(walk_of("agent_001", { { "beside", "nobody" } }))) == "beside");
		CHECK(world.ask(walk_of("agent_001", { { "beside", "agent_001" } })).at("ok") == false);
		CHECK(world.ask(walk_of("agent_001", { { "beside", "agent_009" } })).at("ok") == false);
		CHECK(world.ask(walk_of("agent_009", { { "seat", true } })).at("ok") == false);
	}

	TEST_CASE("a seat is given and taken, and only one that the map has") {
		TestWorld world("");
		REQUIRE(world.runtime->gifts().set_map(drawn_map(ROOM)).ok());
		const AgentId ada =
				spawn_thoughtless(world, { { "initial_position", { { "x", 1 }, { "y", 1 } } } });
		const auto seat_request = [&](const std::string &seat) {
			return world.ask(
					{ { "type", "seat_request" }, { "agent_id", "agent_001" }, { "seat", seat } });
		};
		CHECK(seat_request("b").at("ok") == true);
		CHECK(world.state(ada).at("seat") == "b");
		CHECK(world.ask(walk_of("agent_001", { { "seat", true } })).at("ok") == true);
		CHECK(world.state(ada).at("position") == json{ { "x", 7 }, { "y", 3 } });
		CHECK(seat_request("z").at("error").at("message").get<std::string>().find(
					  "the map has no seat \"z\"") != std::string::npos);
		CHECK(seat_request("").at("ok") == true);
		CHECK(world.state(ada).at("seat") == "");
		CHECK(world.ask(walk_of("agent_001", { { "seat", true } })).at("ok") == true);
		CHECK(world.state(ada).at("position") == json{ { "x", 1 }, { "y", 1 } });
	}

	TEST_CASE("a paused world stands still, and walks on where it was") {
		TestWorld world("");
		REQUIRE(world.runtime->gifts().set_map(drawn_map(ROOM)).ok());
		const AgentId ada =
				spawn_thoughtless(world, { { "initial_position", { { "x", 0 }, { "y", 1 } } } });
		world.send(walk_of("agent_001", { { "target", { { "x", 7 }, { "y", 1 } } } }));
		CHECK(world.pass_until([&] { return world.state(ada).at("position").at("x") > 2.0; }));
		REQUIRE(set_world_paused(*world.runtime, true).ok());
		const json paused = world.state(ada).at("position");
		for (int i = 0; i < 100; i++) {
			world.clock.advance(10ms);
		}
		CHECK(world.ask({ { "type", "health_request" } }).at("ok") == true);
		CHECK(world.state(ada).at("position").at("x").get<double>() <
				paused.at("x").get<double>() + 0.2);
		REQUIRE(set_world_paused(*world.runtime, false).ok());
		CHECK(world.pass_until([&] { return world.count<AgentArrived>(ada) == 1; }));
	}
}

TEST_SUITE("Walks and the database") {
	TEST_CASE("agents come back where they walked to, with their seats and routines") {
		const Folder folder;
		{
			TestWorld world(stored_in(folder.database()));
			REQUIRE(world.runtime->gifts().set_map(drawn_map(ROOM)).ok());
			const AgentId ada =
					spawn_thoughtless(world, { { "seat", "a" }, { "routine", "wander" } });
			CHECK(world.ask(walk_of("agent_001", { { "target", { { "x", 4 }, { "y", 1 } } } }))
							.at("ok") == true);
			CHECK(world.wait_until([&] { return world.count<AgentMoved>(ada) == 1; }));
			REQUIRE(assign_seat(*world.runtime, ada, "b").ok());
			world.runtime->stop();
		}
		TestWorld world(stored_in(folder.database()));
		const AgentId ada(1);
		CHECK(world.wait_until([&] { return world.count<AgentSpawned>(ada) == 1; }));
		CHECK(world.state(ada).at("position") == json{ { "x", 4 }, { "y", 1 } });
		CHECK(world.state(ada).at("seat") == "b");
		std::vector<std::string> other = ROOM;
		other[1][4] = '#';
		REQUIRE(world.runtime->gifts().set_map(drawn_map(other)).ok());
		CHECK(world.wait_until([&] { return world.count<AgentMoved>(ada) == 1; }));
		CHECK(world.state(ada).at("position") != json{ { "x", 4 }, { "y", 1 } });
		CHECK(world.pass_until([&] { return world.count<AgentArrived>(ada) > 1; }));
	}

	TEST_CASE("who has no seat goes back to where it belongs, also after a restart") {
		const Folder folder;
		const json place{ { "x", 3 }, { "y", 1 } };
		const json born{ { "initial_position", { { "x", 1 }, { "y", 0 } } } };
		for (const bool is_sent : { false, true }) {
			TestWorld world(stored_in(folder.database()));
			REQUIRE(world.runtime->gifts().set_map(drawn_map(ROOM)).ok());
			if (!is_sent) {
				spawn_thoughtless(world, born);
				spawn_thoughtless(world, { { "initial_position", { { "x", 6 }, { "y", 1 } } } });
			}
			CHECK(world.wait_until([&] { return world.count<AgentSpawned>(AgentId(2)) == 1; }));
			CHECK(world.ask(walk_of("agent_001", { { "seat", true } })).at("ok") == true);
			CHECK(world.state(AgentId(1)).at("position") == born.at("initial_position"));
			if (is_sent) {
				CHECK(world.ask(walk_of("agent_001", { { "target", place } })).at("ok") == true);
			}
			CHECK(world.ask(walk_of("agent_001", { { "beside", "agent_002" } })).at("ok") == true);
			CHECK(world.state(AgentId(1)).at("position") != place);
			world.runtime->stop();
		}
		TestWorld world(stored_in(folder.database()));
		REQUIRE(world.runtime->gifts().set_map(drawn_map(ROOM)).ok());
		CHECK(world.wait_until([&] { return world.count<AgentSpawned>(AgentId(2)) == 1; }));
		CHECK(world.ask(walk_of("agent_001", { { "seat", true } })).at("ok") == true);
		CHECK(world.state(AgentId(1)).at("position") == place);
	}

	TEST_CASE("what was recorded on a map is the same in a replay") {
		const Folder folder;
		{
			TestWorld world(stored_in(folder.database(), true));
			REQUIRE(world.runtime->gifts().set_map(drawn_map(ROOM)).ok());
			for (int i = 0; i < 6; i++) {
				spawn_thoughtless(world, { { "routine", i % 2 == 0 ? "wander" : "still" } });
			}
			const json refused =
					world.ask(walk_of("agent_002", { { "target", { { "x", 3 }, { "y", 2 } } } }));
			CHECK(refused.at("ok") == false);
			CHECK(world.ask(walk_of("agent_002", { { "beside", "agent_004" } })).at("ok") == true);
			std::vector<std::string> other = ROOM;
			other[0][0] = '#';
			REQUIRE(world.runtime->gifts().set_map(drawn_map(other)).ok());
			CHECK(world.pass_until([&] { return world.count<AgentArrived>(AgentId(1)) > 2; }));
			world.runtime->stop();
		}
		Result<Database> file =
				Database::connect(folder.database(), { .access = Access::read_only });
		REQUIRE(file.ok());
		const Result<ReplayResult> again = replay_recording(file.value(), 2);
		REQUIRE_MESSAGE(again.ok(), again.status().to_string());
		CHECK_MESSAGE(!again.value().divergence, again.value().divergence->to_string());
		CHECK(again.value().events > 10);
	}
}
