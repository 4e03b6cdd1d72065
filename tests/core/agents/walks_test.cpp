#include "office.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("Walks on a map") {
	TEST_CASE("a walk takes its time, tile by tile, and then nothing is left to do") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 1, 1 });
		office.walk(ada, { 5, 1 }, RequestId(7));
		CHECK(office.run.view(ada).walking);
		CHECK(office.run.view(ada).target == TilePosition{ 5, 1 });
		office.now(2 * A_TILE);
		const TilePosition between = office.place(ada);
		CHECK(between.x > 2.5f);
		CHECK(between.x < 3.5f);
		CHECK(office.outcomes(RequestId(7)).empty());
		CHECK(office.count<AgentMoved>(ada) == 0);
		office.now(3 * A_TILE);
		CHECK(office.place(ada) == TilePosition{ 5, 1 });
		CHECK(office.facing(ada) == Facing::right);
		CHECK_FALSE(office.run.view(ada).walking);
		CHECK(office.outcomes(RequestId(7)) == std::vector{ StatusCode::ok });
		REQUIRE(office.count<AgentMoved>(ada) == 1);
		CHECK(office.run.events<AgentMoved>()[0].second.from == TilePosition{ 1, 1 });
		REQUIRE(office.count<AgentArrived>(ada) == 1);
		CHECK(office.run.events<AgentArrived>()[0].second.position == TilePosition{ 5, 1 });
		CHECK(office.run.events<AgentArrived>()[0].second.facing == Facing::right);
		CHECK(office.is_still());
	}

	TEST_CASE("who has a speed of its own walks at that") {
		Office office(HALL);
		office.run.walk_speed = 6.0f;
		const AgentId ada = office.spawn({ 1, 1 });
		office.walk(ada, { 7, 1 });
		office.now(1s + 40ms);
		CHECK(office.place(ada) == TilePosition{ 7, 1 });
	}

	TEST_CASE("on the way positions go out each tick, and the path once, until it stands") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 1, 1 });
		office.walk(ada, { 3, 1 });
		office.now(1s);
		std::size_t positions = 0;
		std::vector<std::size_t> paths;
		for (const std::unique_ptr<StepOutput> &output : office.run.outputs) {
			positions += output->positions.size();
			for (const AgentPath &path : output->paths) {
				CHECK(path.agent == ada);
				paths.push_back(path.path.size());
			}
		}
		CHECK(positions == 20);
		CHECK(paths == std::vector<std::size_t>{ 3, 0 });
	}

	TEST_CASE("where no way leads an agent stays, and it is told why") {
		Office office({ "..#..", "..#..", "..#.." });
		const AgentId ada = office.spawn({ 0, 0 });
		for (const Tile target : { Tile{ 4, 0 }, Tile{ 2, 1 }, Tile{ 50, 50 } }) {
			office.walk(ada, target, RequestId(3));
			office.now(1s);
		}
		CHECK(office.place(ada) == TilePosition{ 0, 0 });
		CHECK(office.outcomes(RequestId(3)) == std::vector(3, StatusCode::failed_precondition));
		REQUIRE(office.count<AgentBlocked>(ada) == 3);
		CHECK(office.run.events<AgentBlocked>()[0].second.target == TilePosition{ 4, 0 });
		CHECK(office.run.events<AgentBlocked>()[0].second.reason == "there is no way to it");
		CHECK(office.count<AgentMoved>(ada) == 0);
	}

	TEST_CASE("a move to a place that cannot be walked on ends next to it") {
		Office office({ "..#..", ".....", "....." });
		const AgentId ada = office.spawn({ 0, 2 });
		office.post(walk_to(ada, { 2, 0 }, RequestId(1)));
		office.now(5s);
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
		const TilePosition place = office.place(ada);
		CHECK(std::abs(place.x - 2) + std::abs(place.y) == 1.0f);
	}

	TEST_CASE("a mind's wish to move ends on the nearest free tile of what it wanted") {
		Office office(HALL);
		const AgentId bob = office.spawn({ 5, 1 });
		office.answer = MoveAction{ { 5.2f, 1.1f } };
		const AgentId ada = office.spawn({ 1, 1 });
		office.post(PauseInput{ ada, PauseChange::pause, RequestId() });
		office.post(PauseInput{ ada, PauseChange::step, RequestId() });
		office.now(10s);
		const TilePosition place = office.place(ada);
		CHECK(std::hypot(place.x - 5, place.y - 1) == 1.0f);
		CHECK(office.place(bob) == TilePosition{ 5, 1 });
	}
}

TEST_SUITE("Walks to others") {
	TEST_CASE("it stands beside the other one on arrival, and looks at it") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 0, 0 });
		const AgentId bob = office.spawn({ 6, 2 });
		office.walk_beside(ada, bob, RequestId(4));
		office.now(10s);
		CHECK(office.outcomes(RequestId(4)) == std::vector{ StatusCode::ok });
		const TilePosition place = office.place(ada);
		CHECK(std::abs(place.x - 6) + std::abs(place.y - 2) == 1.0f);
		CHECK(office.facing(ada) == *facing_towards(place, office.place(bob)));
	}

	TEST_CASE("many come to stand beside one as long as there is room, each on its own tile") {
		Office office(HALL);
		const AgentId bob = office.spawn({ 4, 2 });
		std::vector<AgentId> others;
		for (int i = 0; i < 5; i++) {
			others.push_back(office.spawn({ i, 0 }));
		}
		for (const AgentId other : others) {
			office.walk_beside(other, bob);
		}
		office.now(60s);
		std::size_t beside = 0;
		for (const AgentId other : others) {
			beside += office.count<AgentArrived>(other);
			CHECK(office.count<AgentArrived>(other) + office.count<AgentBlocked>(other) == 1);
		}
		CHECK(beside == 4);
	}

	TEST_CASE("when the other one has gone somewhere else meanwhile, it is followed") {
		Office office({ "............", "............", "............" });
		const AgentId ada = office.spawn({ 0, 1 });
		const AgentId bob = office.spawn({ 7, 1 });
		office.walk_beside(ada, bob);
		office.now(1s);
		office.walk(bob, { 11, 2 });
		office.now(20s);
		const TilePosition place = office.place(ada);
		CHECK(std::abs(place.x - 11) + std::abs(place.y - 2) == 1.0f);
		CHECK(office.facing(ada) == *facing_towards(place, office.place(bob)));
		CHECK(office.count<AgentArrived>(ada) == 1);
	}

	TEST_CASE("when the other one ends meanwhile, the walk does too") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 0, 1 });
		const AgentId bob = office.spawn({ 7, 1 });
		office.walk_beside(ada, bob, RequestId(2));
		office.now(1s);
		office.post(TerminateInput{ bob, "test" });
		office.now(10s);
		CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::failed_precondition });
		CHECK(office.count<AgentBlocked>(ada) == 1);
		CHECK(office.is_still());
	}

	TEST_CASE("without a way to any tile beside it, it stays where it is") {
		Office office({ "...#.", "...#." });
		const AgentId ada = office.spawn({ 0, 0 });
		const AgentId bob = office.spawn({ 4, 0 });
		office.walk_beside(ada, bob, RequestId(2));
		office.now(5s);
		CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::failed_precondition });
		CHECK(office.place(ada) == TilePosition{ 0, 0 });
	}
}

TEST_SUITE("Seats") {
	TEST_CASE("an agent sits on its seat as that looks, and nobody walks across") {
		Office office({ "..a..", "#####" });
		office.run.seat = "a";
		const AgentId ada = office.spawn({ 0, 0 });
		office.run.seat.clear();
		office.walk_to_seat(ada);
		office.now(5s);
		CHECK(office.place(ada) == TilePosition{ 2, 0 });
		CHECK(office.facing(ada) == Facing::up);
		const AgentId bob = office.spawn({ 4, 0 });
		office.walk(bob, { 1, 0 }, RequestId(1));
		office.now(5s);
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::failed_precondition });
	}

	TEST_CASE("who has none goes back to where it belongs: where it was put last") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 1, 1 });
		const AgentId bob = office.spawn({ 6, 3 });
		office.walk_beside(ada, bob);
		office.now(10s);
		office.walk_to_seat(ada);
		office.now(10s);
		CHECK(office.place(ada) == TilePosition{ 1, 1 });
		office.walk(ada, { 3, 0 });
		office.now(5s);
		office.walk_beside(ada, bob);
		office.now(10s);
		office.walk_to_seat(ada);
		office.now(10s);
		CHECK(office.place(ada) == TilePosition{ 3, 0 });
	}

	TEST_CASE("two may exchange their places") {
		Office office({ "a....b", "......" });
		const AgentId ada = office.spawn({ 0, 0 });
		const AgentId bob = office.spawn({ 5, 0 });
		office.walk(ada, { 5, 0 });
		office.walk(bob, { 0, 0 });
		office.now(20s);
		CHECK(office.place(ada) == TilePosition{ 5, 0 });
		CHECK(office.place(bob) == TilePosition{ 0, 0 });
	}
}

TEST_SUITE("How walks end") {
	TEST_CASE("a newer walk takes the place of the one before, each answered once") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 0, 0 });
		office.walk(ada, { 7, 0 }, RequestId(1));
		office.now(500ms);
		office.walk(ada, { 0, 3 }, RequestId(2));
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::cancelled });
		office.now(10s);
		CHECK(office.outcomes(RequestId(1)).size() == 1);
		CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::ok });
		CHECK(office.place(ada) == TilePosition{ 0, 3 });
		CHECK(office.count<AgentArrived>(ada) == 1);
	}

	TEST_CASE("told to stop it comes to a stand on the next tile") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 0, 0 });
		office.walk(ada, { 7, 0 }, RequestId(1));
		office.now(500ms);
		office.post(
				WalkInput{ .agent = ada, .way = WalkInput::Way::stop, .request = RequestId(2) });
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::cancelled });
		CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::ok });
		CHECK_FALSE(office.run.view(ada).walking);
		office.now(5s);
		CHECK(office.place(ada) == TilePosition{ 2, 0 });
		CHECK(office.run.events<AgentMoved>().back().second.position == TilePosition{ 2, 0 });
		CHECK(office.is_still());
		office.post(
				WalkInput{ .agent = ada, .way = WalkInput::Way::stop, .request = RequestId(3) });
		CHECK(office.outcomes(RequestId(3)) == std::vector{ StatusCode::failed_precondition });
	}

	TEST_CASE("an agent that ends on its way frees its tiles") {
		Office office({ ".....", "#####" });
		const AgentId ada = office.spawn({ 0, 0 });
		office.walk(ada, { 4, 0 }, RequestId(1));
		office.now(500ms);
		office.post(TerminateInput{ ada, "test" });
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::not_found });
		const AgentId bob = office.spawn({ 0, 0 });
		office.walk(bob, { 4, 0 }, RequestId(2));
		office.now(3s);
		CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::ok });
	}

	TEST_CASE("while it speaks an agent begins no walk; it may listen and think on its way") {
		Office office(HALL);
		office.answer = SpeakAction{ std::string(60, 'a'), {} };
		const AgentId ada = office.spawn({ 0, 0 });
		office.walk(ada, { 7, 0 }, RequestId(1));
		office.post(SayInput{ ParticipantId::player(0), "Player", ada, {}, "Hello" });
		CHECK(office.run.view(ada).state == AgentState::listening);
		office.now(800ms);
		CHECK(office.run.view(ada).state == AgentState::thinking);
		CHECK(office.place(ada).x > 1.0f);
		office.now(2s);
		REQUIRE(office.run.view(ada).state == AgentState::speaking);
		const TilePosition stands = office.place(ada);
		CHECK(stands.x < 7.0f);
		CHECK(office.outcomes(RequestId(1)).empty());
		office.walk(ada, { 0, 0 }, RequestId(2));
		CHECK(office.outcomes(RequestId(2)) == std::vector{ StatusCode::failed_precondition });
		office.now(1s);
		REQUIRE(office.run.view(ada).state == AgentState::speaking);
		CHECK(office.place(ada) == stands);
		office.now(5s);
		CHECK(office.outcomes(RequestId(1)) == std::vector{ StatusCode::ok });
		CHECK(office.place(ada) == TilePosition{ 7, 0 });
	}

	TEST_CASE("time goes on with the world: nothing moves while no time passes") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 0, 0 });
		office.walk(ada, { 7, 0 });
		office.now(1s);
		const TilePosition place = office.place(ada);
		office.post(AttentionInput{ ada, 0.5f });
		office.post(AttentionInput{ ada, 0.6f });
		CHECK(office.place(ada) == place);
	}
}
