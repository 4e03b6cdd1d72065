#include "office.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("Idle life") {
	TEST_CASE("an agent that wanders strolls, looks around, goes back to its seat and rests") {
		Office office({ "..........", "....a.....", "..........", ".........." });
		office.run.seat = "a";
		office.run.routine = Routine::wander;
		const AgentId ada = office.spawn({ 4, 1 });
		CHECK(office.facing(ada) == Facing::up);
		int seated = 0;
		for (int i = 0; i < 60; i++) {
			office.now(30s);
			seated += office.place(ada) == TilePosition{ 4, 1 } ? 1 : 0;
		}
		const std::size_t strolls = office.count<AgentArrived>(ada);
		// A round consists of up to six strolls of 2 to 20 seconds, and a rest of two to four
		// minutes.
		CHECK(strolls > 15);
		CHECK(strolls < 80);
		CHECK(seated > 20);
		CHECK(seated < 60);
		CHECK(office.count<AgentBlocked>(ada) == 0);
	}

	TEST_CASE("between two things that it does, nothing is done at all") {
		Office office(HALL);
		office.run.routine = Routine::wander;
		const AgentId ada = office.spawn({ 1, 1 });
		const SimTime next = office.run.simulation().next_due();
		CHECK(next >= at(2s));
		CHECK(next <= at(20s + 10ms));
		CHECK_FALSE(office.run.view(ada).walking);
	}

	TEST_CASE("spoken to, it stands still and listens, and goes on later") {
		Office office({ std::string(40, '.'), std::string(40, '.') });
		office.run.routine = Routine::wander;
		office.run.walk_speed = 0.2f;
		const AgentId ada = office.spawn({ 20, 1 });
		while (!office.run.view(ada).walking) {
			office.now(100ms);
		}
		office.post(SayInput{ ParticipantId::player(0), "Player", ada, {}, "A moment, please" });
		CHECK_FALSE(office.run.view(ada).walking);
		const std::size_t arrived = office.count<AgentArrived>(ada);
		office.now(300s);
		CHECK(office.count<AgentArrived>(ada) > arrived);
	}

	TEST_CASE("who had no room on the map wanders as soon as there is one with room") {
		Office office({ ".#" });
		office.run.routine = Routine::wander;
		office.spawn({ 0, 0 });
		const AgentId bob = office.spawn({ 0, 0 });
		office.now(300s);
		CHECK(office.count<AgentBlocked>(bob) == 0);
		CHECK(office.count<AgentArrived>(bob) == 0);
		office.set_map(HALL);
		office.now(300s);
		CHECK(office.count<AgentArrived>(bob) > 3);
	}

	TEST_CASE("who is paused, or stands still by its routine, goes nowhere") {
		Office office(HALL);
		const AgentId ada = office.spawn({ 1, 1 });
		office.run.routine = Routine::wander;
		const AgentId bob = office.spawn({ 3, 3 });
		office.post(PauseInput{ bob, PauseChange::pause, RequestId() });
		office.now(300s);
		CHECK(office.place(ada) == TilePosition{ 1, 1 });
		CHECK(office.place(bob) == TilePosition{ 3, 3 });
	}
}
