#include "office.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("Another map") {
	TEST_CASE("two on one tile, and one in a wall, are put on the nearest tiles that are free") {
		Office office({ "...", ".#.", "..." });
		const AgentId ada = office.spawn({ 0, 0 });
		const AgentId bob = office.spawn({ 0, 0 });
		const AgentId cleo = office.spawn({ 1, 1 });
		CHECK(office.place(ada) == TilePosition{ 0, 0 });
		CHECK(std::hypot(office.place(bob).x, office.place(bob).y) == 1.0f);
		CHECK(std::hypot(office.place(cleo).x - 1, office.place(cleo).y - 1) == 1.0f);
		CHECK(office.place(bob) != office.place(cleo));
		CHECK(office.run.events<AgentSpawned>()[1].second.position == office.place(bob));
	}

	TEST_CASE("who comes back with its database is put beside a wall that stands there now") {
		Office office({ ".#.", "...", "..." });
		const std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		const std::shared_ptr<const PastLife> past = std::make_shared<PastLife>();
		office.post(SpawnInput{ AgentId(9), profile, { 1, 0 }, past });
		CHECK(office.place(AgentId(9)) != TilePosition{ 1, 0 });
		REQUIRE(office.count<AgentMoved>(AgentId(9)) == 1);
		CHECK(office.run.events<AgentMoved>()[0].second.position == office.place(AgentId(9)));
	}

	TEST_CASE("a wall across its path sends an agent another way, no other one") {
		Office office({ ".......", ".......", ".......", "......." });
		const AgentId ada = office.spawn({ 0, 0 });
		const AgentId bob = office.spawn({ 0, 3 });
		office.walk(ada, { 6, 0 });
		office.walk(bob, { 6, 3 });
		office.now(500ms);
		const std::size_t steps = office.run.outputs.size();
		office.set_map({ "....#..", ".......", ".......", "......." });
		office.now(1ms + A_TILE / 5);
		std::vector<AgentId> redirected;
		for (std::size_t i = steps; i < office.run.outputs.size(); i++) {
			for (const AgentPath &path : office.run.outputs[i]->paths) {
				redirected.push_back(path.agent);
			}
		}
		CHECK(redirected == std::vector{ ada });
		office.now(10s);
		CHECK(office.place(ada) == TilePosition{ 6, 0 });
		CHECK(office.place(bob) == TilePosition{ 6, 3 });
		CHECK(office.count<AgentArrived>(ada) == 1);
	}

	TEST_CASE("a wall where an agent stands pushes it off, one around its target ends the walk") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 0, 0 });
		const AgentId bob = office.spawn({ 2, 2 });
		office.walk(ada, { 7, 0 }, RequestId(1));
		office.now(500ms);
		office.set_map({ "......#.", "......#.", "..#...#.", "......#." });
		CHECK(office.place(bob) != TilePosition{ 2, 2 });
		CHECK(office.count<AgentMoved>(bob) == 1);
		office.now(5s);
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::failed_precondition });
		CHECK(office.is_still());
	}

	TEST_CASE("when there is no map any more, everybody is where it was going") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 0, 0 });
		office.walk(ada, { 7, 0 }, RequestId(1));
		office.now(500ms);
		office.post(MapInput{ nullptr });
		CHECK(office.place(ada) == TilePosition{ 7, 0 });
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
		CHECK(office.is_still());
		office.walk(ada, { 3, 3 });
		CHECK(office.place(ada) == TilePosition{ 3, 3 });
		office.set_map(HALL);
		office.walk(ada, { 0, 3 });
		CHECK(office.place(ada) == TilePosition{ 3, 3 });
		office.now(2s);
		CHECK(office.place(ada) == TilePosition{ 0, 3 });
	}

	TEST_CASE("where an agent stood before there was no map is forgotten") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 7, 0 });
		office.post(MapInput{ nullptr });
		office.walk(ada, { 3, 3 });
		office.set_map({ "....", "....", "....", "...." });
		CHECK(office.place(ada) == TilePosition{ 3, 3 });
		CHECK(office.run.outputs.back()->positions.empty());
		CHECK(office.count<AgentMoved>(ada) == 1);
	}

	TEST_CASE("a map takes in everybody, also those whose ids come after many who are gone") {
		Office office(HALL);
		office.post(MapInput{ nullptr });
		const std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		const AgentId ada(2'000);
		const AgentId bob(30'000);
		for (const AgentId agent : { ada, bob }) {
			office.post(SpawnInput{ agent, profile, { 2, 2 }, nullptr });
		}
		office.set_map(HALL);
		CHECK(office.place(ada) == TilePosition{ 2, 2 });
		CHECK(office.place(bob) != TilePosition{ 2, 2 });
		office.walk(bob, { 7, 0 });
		CHECK(office.place(bob) != TilePosition{ 7, 0 });
		office.post(MapInput{ nullptr });
		CHECK(office.place(bob) == TilePosition{ 7, 0 });
	}

	TEST_CASE("whom the game has put where somebody stands pushes nobody off") {
		Office office(HALL);
		office.run.moved_by_game = true;
		const AgentId ada = office.spawn({ 0, 0 });
		office.run.moved_by_game = false;
		const AgentId bob = office.spawn({ 2, 1 });
		office.post(PositionInput{ ada, { 2, 1 } });
		SUBCASE("when another map comes") {
			office.set_map({ "........", "........", "......##", "......##" });
		}
		SUBCASE("when the first one comes") {
			office.post(MapInput{ nullptr });
			office.set_map(HALL);
		}
		CHECK(office.place(bob) == TilePosition{ 2, 1 });
		CHECK(office.count<AgentMoved>(bob) == 0);
		CHECK(office.place(ada) == TilePosition{ 2, 1 });
	}

	TEST_CASE("more agents than a map has tiles are kept until there is one with room") {
		Office office({ "..", ".#" });
		std::vector<AgentId> all;
		for (int i = 0; i < 5; i++) {
			all.push_back(office.spawn({ 0, 0 }));
		}
		office.walk(all[4], { 1, 0 }, RequestId(1));
		office.now(1s);
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::failed_precondition });
		office.set_map(HALL);
		office.walk(all[4], { 7, 3 }, RequestId(2));
		office.now(10s);
		CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::ok });
	}
}

TEST_SUITE("Walks by the game") {
	TEST_CASE("whom the game hands back stands on a tile at once, also for those who hear") {
		Office office({ std::string(12, '.'), "............", "............", "............" });
		const AgentId bob = office.spawn({ 4, 3 });
		office.run.moved_by_game = true;
		const AgentId ada = office.spawn({ 8, 3 });
		office.post(PositionInput{ ada, { 7.6f, 3 } });
		office.post(OwnerInput{ ada, false });
		CHECK(office.place(ada) == TilePosition{ 8, 3 });
		REQUIRE(office.run.outputs.back()->positions.size() == 1);
		CHECK(office.run.outputs.back()->positions[0].position == TilePosition{ 8, 3 });
		office.post(TerminateInput{ ada, "test" });
		office.post(SayInput{ ParticipantId::player(0), "Player", {}, { 5, 3 }, "Hello" });
		CHECK(office.run.events<AgentSpoke>()[0].second.message->hearers ==
				std::vector<ParticipantId>{ bob });
	}

	TEST_CASE("the game is told what to look at on arrival, and the agent looks there") {
		Office office(HALL);
		office.run.moved_by_game = true;
		const AgentId ada = office.spawn({ 0, 0 });
		office.run.moved_by_game = false;
		const AgentId bob = office.spawn({ 5, 1 });
		office.walk_beside(ada, bob, RequestId(1));
		REQUIRE(office.run.outputs.back()->calls.size() == 1);
		const GameCall call = office.run.outputs.back()->calls[0];
		CHECK(std::hypot(call.target.x - 5, call.target.y - 1) == 1.0f);
		CHECK(call.face == TilePosition{ 5, 1 });
		office.post(CallOutcomeInput{ ada, call.call, CallOutcome::done, "" });
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
		CHECK(office.facing(ada) == *facing_towards(call.target, TilePosition{ 5, 1 }));
		CHECK(office.count<AgentArrived>(ada) == 1);
	}

	TEST_CASE("when the other one is somewhere else by then, the game is asked again") {
		Office office(HALL);
		office.run.moved_by_game = true;
		const AgentId ada = office.spawn({ 0, 0 });
		office.run.moved_by_game = false;
		const AgentId bob = office.spawn({ 5, 1 });
		office.walk_beside(ada, bob, RequestId(1));
		const GameCall first = office.run.outputs.back()->calls[0];
		office.walk(bob, { 7, 3 });
		office.now(5s);
		office.post(CallOutcomeInput{ ada, first.call, CallOutcome::done, "" });
		CHECK(office.outcomes(RequestId(1)).empty());
		REQUIRE(office.run.outputs.back()->calls.size() == 1);
		const GameCall second = office.run.outputs.back()->calls[0];
		CHECK(second.call != first.call);
		CHECK(second.face == TilePosition{ 7, 3 });
		office.post(CallOutcomeInput{ ada, second.call, CallOutcome::done, "" });
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
	}

	TEST_CASE("a walk that the game blocks, or says nothing of, is told as blocked") {
		Office office(HALL);
		office.run.moved_by_game = true;
		const AgentId ada = office.spawn({ 0, 0 });
		office.walk(ada, { 5, 0 }, RequestId(1));
		const GameCall first = office.run.outputs.back()->calls[0];
		CHECK(first.face == first.target);
		office.post(CallOutcomeInput{ ada, first.call, CallOutcome::failed, "a closed door" });
		office.walk(ada, { 5, 0 }, RequestId(2));
		const GameCall second = office.run.outputs.back()->calls[0];
		office.post(CallOutcomeInput{ ada, second.call, CallOutcome::unanswered, "" });
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::failed_precondition });
		CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::deadline_exceeded });
		REQUIRE(office.count<AgentBlocked>(ada) == 2);
		CHECK(office.run.events<AgentBlocked>()[0].second.reason == "a closed door");
	}

	TEST_CASE("an agent that the game has put somewhere is in the way there") {
		Office office({ "...", "###" });
		office.run.moved_by_game = true;
		const AgentId ada = office.spawn({ 1, 0 });
		office.run.moved_by_game = false;
		const AgentId bob = office.spawn({ 0, 0 });
		office.walk(bob, { 2, 0 }, RequestId(1));
		office.now(5s);
		CHECK(office.place(bob) == TilePosition{ 0, 0 });
		office.post(PositionInput{ ada, { 90, 90 } });
		office.now(30s);
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
	}
}
