#include "led_talk.h"

#include "../world/drawn_map.h"

#include <doctest/doctest.h>

#include <algorithm>

// Led conversations in space: who walks where, and where everybody is afterwards.

using namespace agent_runtime;

namespace {

// Two desks, with a wall and a door between them.
const std::vector<std::string> TWO_ROOMS = {
	"...........", //
	".a...#...b.", //
	".....#.....", //
	".....#.....", //
	"...........", //
};
// No way leads from one side to the other.
const std::vector<std::string> SHUT_ROOMS = {
	"...#...", //
	".a.#.b.", //
	"...#...", //
};

GridSpec empty_hall(std::int32_t width, std::int32_t height) {
	GridSpec spec;
	spec.width = width;
	spec.height = height;
	return spec;
}

// Agents that sit on the seats with these names, on a map that the test draws.
class LedOffice {
public:
	explicit LedOffice(const std::vector<std::string> &rows, const std::string &seats = "ab",
			Routine routine = Routine::still) :
			map_(drawn_map(rows)) {
		run.routine = routine;
		run.simulation().post(MapInput{ map_ });
		for (const char seat : seats) {
			run.seat = std::string(1, seat);
			agents.push_back(run.spawn("Agent", centre_of(map_->find_seat(run.seat)->tile)));
		}
		run.run_until(at(0s));
	}

	ConversationId start(InteractionPattern pattern = DEFAULT_PATTERN) {
		TalkSettings talk = run.talk_of(agents);
		talk.pattern = pattern;
		return run.start(talk);
	}
	Tile tile(AgentId agent) const { return tile_at(run.view(agent).position); }
	Tile seat_of(AgentId agent) const {
		return map_->find_seat(run.view(agent).profile->seat())->tile;
	}
	bool is_on_own_seat(AgentId agent) const { return tile(agent) == seat_of(agent); }

	const FakeMind mind = talkative_mind();
	LedTalkRun run{ mind };
	std::vector<AgentId> agents;

private:
	const GridMapPtr map_;
};

} // namespace

TEST_SUITE("Spec 003, in space") {
	TEST_CASE("spec:003.6.1 whose turn it is walks up to the one who spoke, and faces it") {
		LedOffice office(TWO_ROOMS);
		const AgentId ada = office.agents[0];
		const AgentId bob = office.agents[1];
		office.start();
		REQUIRE(office.run.run_until_events<AgentMessaged>(1));
		CHECK(office.is_on_own_seat(ada)); // the first speaker has nobody to answer
		REQUIRE(office.run.run_until_events<AutoModeTurnChanged>(2));
		// THEN: it paths, around the wall, to a tile next to where the other is at that time,
		CHECK(office.run.view(bob).walking);
		while (office.run.view(bob).walking) {
			office.run.step(office.run.simulation().next_due());
		}
		CHECK(is_beside(office.tile(bob), office.tile(ada)));
		// AND: it faces the other on arrival.
		CHECK(office.run.view(bob).facing == facing_towards(office.tile(bob), office.tile(ada)));
		CHECK(office.is_on_own_seat(ada)); // an agent that has spoken stays where it is
		// It speaks when it has arrived, not before.
		CHECK(office.run.events<AgentMessaged>().size() == 1);
		REQUIRE(office.run.run_until_events<AgentMessaged>(2));
		CHECK(is_beside(office.tile(bob), office.tile(ada)));

		// The current position counts: the other one has gone elsewhere meanwhile.
		office.run.run_until(office.run.simulation().time() + 3s);
		REQUIRE(office.run.run_until_events<AgentMessaged>(3));
		office.run.run_until(office.run.simulation().time() + 800ms);
		office.run.simulation().post(walk_to(ada, { 0, 4 }));
		REQUIRE(office.run.run_until_events<AgentMessaged>(4));
		CHECK(is_beside(office.tile(bob), office.tile(ada)));
		CHECK(office.run.view(bob).facing == facing_towards(office.tile(bob), office.tile(ada)));
	}

	TEST_CASE("spec:003.6.2 where no path leads to the other, it stays, and the talk goes on") {
		LedOffice office(SHUT_ROOMS);
		const ConversationId talk = office.start();
		REQUIRE(office.run.run_until_events<AgentMessaged>(6));
		// THEN: the agent remains at its position,
		CHECK(office.is_on_own_seat(office.agents[0]));
		CHECK(office.is_on_own_seat(office.agents[1]));
		CHECK(office.run.events<AgentBlocked>().size() == 5);
		CHECK(office.run.events<AgentMoved>().empty());
		// AND: auto mode continues without interruption: the turns are those of any other.
		CHECK(office.run.ends_of(talk).empty());
		CHECK(office.run.turns_of(talk) ==
				std::vector<AgentId>{
						AgentId(1), AgentId(2), AgentId(1), AgentId(2), AgentId(1), AgentId(2) });
	}

	TEST_CASE("spec:003.6.3 when it ends, by whatever, both walk back to their seats and live on") {
		LedOffice office(TWO_ROOMS, "ab", Routine::wander);
		TalkSettings talk = office.run.talk_of(office.agents);
		bool by_user = false;
		TalkEnd reason = TalkEnd::stopped;
		SUBCASE("by the keyword") {
			talk.end_keyword = "agent_002 says 2";
			reason = TalkEnd::keyword;
		}
		SUBCASE("by the timer") {
			talk.duration = 40s;
			reason = TalkEnd::timer;
		}
		SUBCASE("by the user, while one is on its way") {
			by_user = true;
		}
		const ConversationId id = office.run.start(talk);
		REQUIRE(office.run.run_until_events<AutoModeTurnChanged>(2));
		if (by_user) {
			office.run.run_until(office.run.simulation().time() + 500ms);
			CHECK(office.run.view(office.agents[1]).walking);
			office.run.stop(id);
		}
		REQUIRE(office.run.run_until_events<AutoModeEnded>(1));
		CHECK(office.run.ends_of(id)[0].reason == reason);
		const std::size_t before = office.run.events<AgentArrived>().size();
		office.run.run_until(office.run.simulation().time() + 15min);
		const auto arrivals = office.run.events<AgentArrived>();
		for (const AgentId agent : office.agents) {
			std::vector<AgentArrived> own;
			for (std::size_t i = before; i < arrivals.size(); i++) {
				if (arrivals[i].first == ParticipantId(agent)) {
					own.push_back(arrivals[i].second);
				}
			}
			// THEN: both path back to their assigned seats, and sit as one sits there,
			REQUIRE_FALSE(own.empty());
			CHECK(tile_at(own[0].position) == office.seat_of(agent));
			CHECK(own[0].facing == Facing::up);
			// AND: both resume their idle life: they stroll about again.
			CHECK(std::any_of(own.begin(), own.end(), [&](const AgentArrived &arrival) {
				return tile_at(arrival.position) != office.seat_of(agent);
			}));
		}
	}

	TEST_CASE("spec:003.7.2 the patterns are one closed set, and none changes what another does") {
		// THEN: the type holds the new variants beside the first one,
		CHECK(interaction_patterns().size() == 3);
		for (const char *name : { "walk-to-agent", "stay-at-desk", "meet-at-table" }) {
			REQUIRE(parse_pattern(name));
			CHECK(pattern_name(*parse_pattern(name)) == name);
		}
		// AND: each is handled in its own way: who walks to whom, who stays, who meets.
		GridSpec spec = empty_hall(12, 8);
		spec.seats = { { "a", { 1, 1 }, Facing::up, "" }, { "b", { 9, 1 }, Facing::up, "" },
			{ "t1", { 5, 5 }, Facing::right, "round" }, { "t2", { 7, 5 }, Facing::left, "round" },
			{ "u1", { 2, 6 }, Facing::right, "small" } };
		const Result<GridMapPtr> map = GridMap::make(spec);
		REQUIRE(map.ok());
		const auto life_of = [&](InteractionPattern pattern) {
			const FakeMind mind = talkative_mind();
			LedTalkRun run(mind);
			run.simulation().post(MapInput{ map.value() });
			run.seat = "a";
			const AgentId ada = run.spawn("Ada", { 1, 1 });
			run.seat = "b";
			const AgentId bob = run.spawn("Bob", { 9, 2 }); // away from its desk
			TalkSettings talk = run.talk_of({ ada, bob });
			talk.pattern = pattern;
			run.start(talk);
			REQUIRE(run.run_until_events<AgentMessaged>(4));
			std::pair<Tile, Tile> tiles{ tile_at(run.view(ada).position),
				tile_at(run.view(bob).position) };
			run.stop();
			run.run_until(run.simulation().time() + 30s);
			// However they met, they all go home.
			CHECK(tile_at(run.view(ada).position) == Tile{ 1, 1 });
			CHECK(tile_at(run.view(bob).position) == Tile{ 9, 1 });
			return tiles;
		};
		const auto [walks_a, walks_b] = life_of(InteractionPattern::walk_to_agent);
		CHECK(is_beside(walks_a, walks_b));
		const auto [stays_a, stays_b] = life_of(InteractionPattern::stay_at_desk);
		CHECK(stays_a == Tile{ 1, 1 });
		CHECK(stays_b == Tile{ 9, 1 });
		const auto [meets_a, meets_b] = life_of(InteractionPattern::meet_at_table);
		CHECK(meets_a == Tile{ 5, 5 });
		CHECK(meets_b == Tile{ 7, 5 });
	}
}

TEST_SUITE("Conversations in space") {
	TEST_CASE("all of a larger company find a place: at the table, or beside it") {
		GridSpec spec = empty_hall(14, 10);
		spec.seats = { { "t1", { 5, 5 }, Facing::right, "round" },
			{ "t2", { 7, 5 }, Facing::left, "round" } };
		const Result<GridMapPtr> map = GridMap::make(spec);
		REQUIRE(map.ok());
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		run.simulation().post(MapInput{ map.value() });
		std::vector<AgentId> agents;
		for (int i = 0; i < 4; i++) {
			agents.push_back(run.spawn("Agent", { static_cast<float>(i * 3), 0 }));
		}
		TalkSettings talk = run.talk_of(agents);
		talk.pattern = InteractionPattern::meet_at_table;
		const ConversationId id = run.start(talk);
		REQUIRE(run.run_until_events<AgentMessaged>(1));
		CHECK(tile_at(run.view(agents[0]).position) == Tile{ 5, 5 });
		CHECK(tile_at(run.view(agents[1]).position) == Tile{ 7, 5 });
		CHECK(is_beside(tile_at(run.view(agents[2]).position), { 5, 5 }));
		CHECK(is_beside(tile_at(run.view(agents[3]).position), { 5, 5 }));
		run.run_until(at(6min));
		CHECK(run.ends_of(id).size() == 1);
	}

	TEST_CASE("two conversations do not meet at one table while there is another") {
		GridSpec spec = empty_hall(14, 10);
		spec.seats = { { "t1", { 5, 5 }, Facing::right, "round" },
			{ "t2", { 7, 5 }, Facing::left, "round" }, { "s1", { 11, 5 }, Facing::right, "small" },
			{ "s2", { 13, 5 }, Facing::left, "small" } };
		const Result<GridMapPtr> map = GridMap::make(spec);
		REQUIRE(map.ok());
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		run.simulation().post(MapInput{ map.value() });
		std::vector<AgentId> agents;
		for (int i = 0; i < 4; i++) {
			agents.push_back(run.spawn("Agent", { static_cast<float>(i * 3), 0 }));
		}
		for (std::size_t i = 0; i < 2; i++) {
			TalkSettings talk = run.talk_of({ agents[i * 2], agents[i * 2 + 1] });
			talk.pattern = InteractionPattern::meet_at_table;
			run.start(talk);
		}
		run.run_until(at(1min));
		std::vector<Tile> tiles;
		for (const AgentId agent : agents) {
			tiles.push_back(tile_at(run.view(agent).position));
		}
		CHECK(tiles == std::vector<Tile>{ { 5, 5 }, { 7, 5 }, { 11, 5 }, { 13, 5 } });
	}

	TEST_CASE("a game that never walks its agent does not hold the talk up") {
		const FakeMind mind = talkative_mind();
		LedTalkRun run(mind);
		run.moved_by_game = true;
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob", { 5, 0 });
		const ConversationId talk = run.start(run.talk_of({ ada, bob }));
		REQUIRE(run.run_until_events<AutoModeTurnChanged>(2));
		REQUIRE(run.outputs.back()->calls.size() == 1);
		const GameCall call = run.outputs.back()->calls[0];
		CHECK(call.agent == bob);
		CHECK(call.kind == CallKind::walk);
		CHECK(call.face == TilePosition{ 0, 0 });
		SUBCASE("its time is up") {
			run.simulation().post(CallOutcomeInput{ bob, call.call, CallOutcome::unanswered, "" });
		}
		SUBCASE("it is blocked") {
			run.simulation().post(
					CallOutcomeInput{ bob, call.call, CallOutcome::failed, "a wall" });
		}
		SUBCASE("it has another way to go") {
			run.simulation().post(walk_to(bob, { 9, 9 }));
		}
		REQUIRE(run.run_until_events<AgentMessaged>(2));
		CHECK(run.ends_of(talk).empty());
	}

	TEST_CASE("who still speaks when all go to their places follows when it has finished") {
		LedOffice office(TWO_ROOMS);
		const AgentId bob = office.agents[1];
		office.run.simulation().post(walk_to(bob, { 10, 4 }));
		office.run.run_until(at(20s));
		const ConversationId first = office.start();
		REQUIRE(office.run.run_until_events<AgentMessaged>(2));
		CHECK(office.run.view(bob).state == AgentState::speaking);
		office.run.stop(first);
		const ConversationId second = office.start(InteractionPattern::stay_at_desk);
		REQUIRE(office.run.run_until_events<AgentMessaged>(4));
		CHECK(office.is_on_own_seat(bob));
		CHECK(office.run.ends_of(second).empty());
	}
}
