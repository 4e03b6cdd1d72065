#include "core/world/walkers.h"

#include "../sanitized.h"
#include "core/base/rng.h"
#include "random_map.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

constexpr std::uint32_t ENOUGH = 1'000'000; // places to look at in each tick
constexpr double SPEED = 3.0;
const int ROUNDS = test::IS_SANITIZED ? 20 : 60; // how many crowds
constexpr int TICKS_A_TILE = 10; // at this speed

GridMapPtr random_square(Rng &rng, std::int32_t size, double solid, bool diagonals) {
	return test::random_map(rng,
			{ .width = size,
					.height = size,
					.diagonals = diagonals,
					.solid = solid,
					.seats = 0.03 });
}

// Walkers whose every tick is checked.
class Crowd {
public:
	explicit Crowd(const GridMapPtr &map) {
		walkers.set_map(map);
		walkers.set_may_step_aside([this](AgentId agent) {
			return polite ? std::optional(facings[agent]) : std::nullopt;
		});
		take_news();
	}

	AgentId add(Tile tile) {
		const AgentId agent(static_cast<std::uint32_t>(agents.size() + 1));
		agents.push_back(agent);
		walkers.add(agent, tile);
		return agent;
	}

	void walk(AgentId agent, Tile tile) { walkers.begin(agent, { .tile = tile }, SPEED); }

	// A guest, which others move, and which is only an obstacle.
	void put_guest(AgentId agent, Tile tile) { walkers.add_guest(agent, tile); }

	void set_map(const GridMapPtr &map) {
		walkers.set_map(map);
		for (const Walkers::Moved &each : walkers.moved()) {
			positions.erase(each.agent); // it may have been put anywhere
		}
		take_news();
		check_tiles();
	}

	void tick() {
		walkers.tick(quota);
		ticks++;
		take_news();
		check_tiles();
	}

	// Ticks until nobody walks; false when that takes too long.
	bool run(int most_ticks = 20'000) {
		for (int i = 0; i < most_ticks && walkers.is_moving(); i++) {
			tick();
		}
		return !walkers.is_moving();
	}

	Tile tile(AgentId agent) const { return walkers.tile_of(agent).value(); }
	int count(WalkOutcome outcome) const {
		int found = 0;
		for (const auto &[agent, each] : outcomes) {
			found += each == outcome ? 1 : 0;
		}
		return found;
	}

	Walkers walkers;
	std::vector<AgentId> agents;
	std::map<AgentId, WalkOutcome> outcomes; // the newest outcome of each agent
	std::map<AgentId, int> ends; // how many walks of each agent have ended
	std::map<AgentId, TilePosition> positions;
	std::map<AgentId, Facing> facings;
	std::uint32_t quota = ENOUGH;
	bool polite = true;
	int ticks = 0;

private:
	void take_news() {
		for (const Walkers::Moved &each : walkers.moved()) {
			const auto before = positions.find(each.agent);
			if (before != positions.end()) {
				// Nobody jumps.
				CHECK(std::hypot(each.position.x - before->second.x,
							  each.position.y - before->second.y) < 1.5f);
			}
			positions[each.agent] = each.position;
			facings[each.agent] = each.facing;
		}
		for (const Walkers::Ended &each : walkers.ended()) {
			if (each.outcome != WalkOutcome::aside) {
				outcomes[each.agent] = each.outcome;
				ends[each.agent]++;
			}
		}
		walkers.forget_news();
	}

	// A tile belongs to one agent alone, and is not a wall.
	void check_tiles() {
		std::map<std::pair<std::int32_t, std::int32_t>, AgentId> taken;
		bool is_right = true;
		for (const AgentId agent : agents) {
			const std::optional<Tile> at = walkers.tile_of(agent);
			if (!at) {
				continue;
			}
			for (const Tile each : { *at, *walkers.next_tile_of(agent) }) {
				const auto [entry, is_new] = taken.emplace(std::pair(each.x, each.y), agent);
				is_right = is_right && (is_new || entry->second == agent) &&
						walkers.map()->can_stand(each);
			}
			if (positions.contains(agent)) {
				const TilePosition place = positions[agent];
				is_right = is_right && std::abs(place.x - static_cast<float>(at->x)) <= 1.0f &&
						std::abs(place.y - static_cast<float>(at->y)) <= 1.0f;
			}
		}
		CHECK(is_right);
	}
};

Tile floor_tile(Rng &rng, const GridMap &map) {
	while (true) {
		const Tile tile = test::random_tile(rng, map);
		if (map.is_walkable(tile)) {
			return tile;
		}
	}
}

} // namespace

TEST_SUITE("Walkers") {
	TEST_CASE("a walk takes as long as its way, and looks where it goes") {
		Crowd crowd(drawn_map({ "......", ".####.", "......" }));
		const AgentId ada = crowd.add({ 0, 0 });
		crowd.walk(ada, { 5, 2 });
		for (int i = 0; i < 5; i++) {
			crowd.tick();
		}
		CHECK(crowd.positions[ada] == TilePosition{ 0.5f, 0.0f });
		CHECK(crowd.facings[ada] == Facing::right);
		CHECK(crowd.run());
		CHECK(crowd.ticks == 7 * TICKS_A_TILE);
		CHECK(crowd.tile(ada) == Tile{ 5, 2 });
		CHECK(crowd.positions[ada] == TilePosition{ 5, 2 });
		CHECK(crowd.facings[ada] == Facing::down);
		CHECK(crowd.outcomes[ada] == WalkOutcome::arrived);
	}

	TEST_CASE("head-on in a corridor with a niche, one steps aside and both arrive") {
		Crowd crowd(drawn_map({ "#####.#####", "...........", "###########" }));
		const AgentId ada = crowd.add({ 0, 1 });
		const AgentId bob = crowd.add({ 10, 1 });
		crowd.walk(ada, { 10, 1 });
		crowd.walk(bob, { 0, 1 });
		CHECK(crowd.run());
		CHECK(crowd.count(WalkOutcome::arrived) == 2);
		CHECK(crowd.tile(ada) == Tile{ 10, 1 });
		CHECK(crowd.tile(bob) == Tile{ 0, 1 });
		CHECK(crowd.ticks < 20 * TICKS_A_TILE);
	}

	TEST_CASE("of two rows that meet in a corridor with one niche nobody waits for ever") {
		Crowd crowd(
				drawn_map({ "########.#########", "..................", "##################" }));
		std::vector<AgentId> left;
		std::vector<AgentId> right;
		for (int i = 0; i < 3; i++) {
			left.push_back(crowd.add({ i, 1 }));
			right.push_back(crowd.add({ 17 - i, 1 }));
		}
		for (int i = 0; i < 3; i++) {
			crowd.walk(left[i], { 17 - i, 1 });
			crowd.walk(right[i], { i, 1 });
		}
		CHECK(crowd.run());
		CHECK(crowd.outcomes.size() == 6);
	}

	TEST_CASE("two groups that cross between two rooms through a narrow corridor all get there") {
		Crowd crowd(drawn_map({ ".....######.....", ".....######.....", "................",
				".....######.....", ".....######....." }));
		std::vector<AgentId> all;
		for (int i = 0; i < 5; i++) {
			all.push_back(crowd.add({ i % 2, i }));
			all.push_back(crowd.add({ 15 - i % 2, i }));
		}
		for (std::int32_t row = 0; row < 5; row++) {
			const std::size_t first = 2 * static_cast<std::size_t>(row);
			crowd.walk(all[first], { 15 - row % 2, row });
			crowd.walk(all[first + 1], { row % 2, row });
		}
		CHECK(crowd.run());
		CHECK(crowd.count(WalkOutcome::arrived) == 10);
	}

	TEST_CASE("where two cannot pass, one is told so in bounded time") {
		Crowd crowd(drawn_map({ "...........", "###########" }));
		const AgentId ada = crowd.add({ 0, 0 });
		const AgentId bob = crowd.add({ 10, 0 });
		crowd.walk(ada, { 10, 0 });
		crowd.walk(bob, { 0, 0 });
		CHECK(crowd.run(1'500));
		CHECK(crowd.count(WalkOutcome::stuck) >= 1);
		CHECK(crowd.ends[ada] == 1);
		CHECK(crowd.ends[bob] == 1);
	}

	TEST_CASE("who cannot get past somebody that stays looks for another way altogether") {
		Crowd crowd(drawn_map({
				".......................................",
				".#####################################.",
				".#####################################.",
				".......................................",
		}));
		crowd.polite = false;
		crowd.add({ 20, 0 });
		const AgentId bob = crowd.add({ 1, 0 });
		crowd.walk(bob, { 37, 0 });
		CHECK(crowd.run());
		CHECK(crowd.outcomes[bob] == WalkOutcome::arrived);
	}

	TEST_CASE("who is somewhere by the time it is to walk keeps its tile for itself") {
		Crowd crowd(drawn_map({ "....", "...." }));
		const AgentId ada = crowd.add({ 0, 0 });
		const AgentId bob = crowd.add({ 0, 1 });
		crowd.walk(ada, { 3, 0 });
		crowd.tick();
		crowd.walk(bob, { 3, 0 });
		CHECK(crowd.run());
		CHECK(crowd.outcomes[ada] == WalkOutcome::arrived);
		CHECK(crowd.outcomes[bob] == WalkOutcome::taken);
		CHECK(crowd.tile(bob) == Tile{ 0, 1 });
	}

	TEST_CASE("long searches are cut to the quota, and nobody is left out") {
		Rng rng(7);
		const GridMapPtr map = random_square(rng, 60, 0.2, true);
		Crowd crowd(map);
		crowd.quota = 100;
		for (int i = 0; i < 20; i++) {
			crowd.add(floor_tile(rng, *map));
		}
		for (const AgentId agent : crowd.agents) {
			crowd.walkers.begin(agent,
					{ .kind = WalkerGoal::Kind::nearby, .tile = floor_tile(rng, *map) }, SPEED);
		}
		CHECK(crowd.run());
		CHECK(crowd.outcomes.size() == 20);
	}

	TEST_CASE("who stands in a doorway lets others through and comes back") {
		Crowd crowd(drawn_map({ "...#...", "...#...", ".......", "...#..." }));
		const AgentId ada = crowd.add({ 3, 2 });
		crowd.facings[ada] = Facing::up;
		const AgentId bob = crowd.add({ 0, 2 });
		crowd.walk(bob, { 6, 2 });
		CHECK(crowd.run());
		CHECK(crowd.outcomes[bob] == WalkOutcome::arrived);
		CHECK(crowd.tile(ada) == Tile{ 3, 2 });
		CHECK(crowd.facings[ada] == Facing::up);
		CHECK(crowd.ends[ada] == 0);
		crowd.polite = false;
		crowd.walk(bob, { 0, 2 });
		CHECK(crowd.run(2'000));
		CHECK(crowd.outcomes[bob] == WalkOutcome::stuck);
	}

	TEST_CASE("who is beside the other one already is there, whoever is to come to its tile") {
		Crowd crowd(drawn_map({ "......", "......" }));
		const AgentId ada = crowd.add({ 1, 0 });
		const AgentId bob = crowd.add({ 0, 0 });
		const AgentId cleo = crowd.add({ 5, 0 });
		crowd.walk(cleo, { 1, 0 });
		crowd.tick();
		crowd.walkers.begin(ada, { .kind = WalkerGoal::Kind::beside, .partner = bob }, SPEED);
		CHECK(crowd.run());
		CHECK(crowd.outcomes[ada] == WalkOutcome::arrived);
		CHECK(crowd.tile(ada) == Tile{ 1, 0 });
		CHECK(crowd.outcomes[cleo] == WalkOutcome::taken);
	}

	TEST_CASE("beside one on all whose sides others stand there is no room, behind walls no way") {
		Crowd crowd(drawn_map({ "......", "......", "......", "####.#", "....#." }));
		const AgentId ada = crowd.add({ 5, 1 });
		const AgentId bob = crowd.add({ 1, 1 });
		std::vector<AgentId> around;
		for (const Tile tile : { Tile{ 0, 1 }, Tile{ 2, 1 }, Tile{ 1, 0 }, Tile{ 1, 2 } }) {
			around.push_back(crowd.add(tile));
		}
		const AgentId afar = crowd.add({ 0, 4 });
		crowd.add({ 1, 4 });
		crowd.walkers.begin(ada, { .kind = WalkerGoal::Kind::beside, .partner = bob }, SPEED);
		crowd.walkers.tick(crowd.quota);
		REQUIRE(crowd.walkers.ended().size() == 1);
		CHECK(crowd.walkers.ended()[0].outcome == WalkOutcome::taken);
		CHECK(std::count(around.begin(), around.end(), crowd.walkers.ended()[0].by) == 1);
		crowd.walkers.forget_news();
		crowd.walkers.begin(ada, { .kind = WalkerGoal::Kind::beside, .partner = afar }, SPEED);
		CHECK(crowd.run());
		CHECK(crowd.outcomes[ada] == WalkOutcome::no_way);
	}

	TEST_CASE("to look for room near a place is cut to the quota as well") {
		constexpr std::int32_t SIZE = 120;
		std::vector<std::string> rows(SIZE, std::string(SIZE, '.'));
		for (std::int32_t i = 4; i < SIZE - 4; i++) {
			for (const std::int32_t wall : { 4, SIZE - 5 }) {
				rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(wall)] = '#';
				rows[static_cast<std::size_t>(wall)][static_cast<std::size_t>(i)] = '#';
			}
		}
		Crowd crowd(drawn_map(rows));
		crowd.quota = 1'000;
		const AgentId ada = crowd.add({ 60, 0 });
		const AgentId bob = crowd.add({ 3, 0 });
		crowd.walkers.begin(ada, { .kind = WalkerGoal::Kind::nearby, .tile = { 60, 60 } }, SPEED);
		crowd.walk(bob, { 0, 0 });
		for (int i = 0; i < 10; i++) {
			crowd.tick();
		}
		CHECK_FALSE(crowd.positions.contains(ada));
		CHECK_FALSE(crowd.positions.contains(bob));
		CHECK(crowd.run());
		CHECK(crowd.tile(ada) == Tile{ 60, 116 });
		CHECK(crowd.tile(bob) == Tile{ 0, 0 });
	}

	TEST_CASE("crowds on random maps: everybody's walk ends, and mostly where it leads") {
		Rng rng(42);
		int walks = 0;
		int arrived = 0;
		int longest = 0;
		for (int round = 0; round < ROUNDS; round++) {
			const std::int32_t size = 8 + static_cast<std::int32_t>(rng.uniform(25));
			const double solid = 0.05 + rng.real01() * 0.3;
			const GridMapPtr map = random_square(rng, size, solid, rng.chance(0.5));
			Crowd crowd(map);
			crowd.quota = rng.chance(0.5) ? ENOUGH : 1'000;
			crowd.polite = rng.chance(0.7);
			for (std::int32_t i = 0; i < size * size / 12 + 2; i++) {
				crowd.add(floor_tile(rng, *map));
			}
			for (int again = 0; again < 3; again++) {
				for (const AgentId agent : crowd.agents) {
					const Tile to = floor_tile(rng, *map);
					const WalkerGoal::Kind kind = static_cast<WalkerGoal::Kind>(rng.uniform(3));
					const AgentId partner = crowd.agents[rng.uniform(crowd.agents.size())];
					if (rng.chance(0.8)) {
						walks++;
						crowd.ends[agent]--;
						crowd.walkers.begin(agent, { kind, to, partner }, 1.0 + rng.real01() * 40);
					}
				}
				const int before = crowd.ticks;
				REQUIRE(crowd.run());
				longest = std::max(longest, crowd.ticks - before);
				for (const AgentId agent : crowd.agents) {
					CHECK(crowd.ends[agent] == 0);
				}
				arrived += crowd.count(WalkOutcome::arrived);
				crowd.outcomes.clear();
			}
		}
		// The others were to go where somebody stood, or where no way leads.
		CHECK(arrived > walks * 4 / 5);
		CHECK(longest < 8'000);
	}

	TEST_CASE("crowds whose map changes while they walk: no tile is shared, every walk ends") {
		Rng rng(43);
		int arrived = 0;
		for (int round = 0; round < ROUNDS; round++) {
			const bool diagonals = rng.chance(0.5);
			Crowd crowd(random_square(rng, 20, 0.2, diagonals));
			crowd.quota = rng.chance(0.5) ? ENOUGH : 200;
			crowd.polite = rng.chance(0.7);
			for (int i = 0; i < 30; i++) {
				crowd.add(test::random_tile(rng, *crowd.walkers.map()));
			}
			const AgentId guest(100);
			for (int again = 0; again < 6; again++) {
				for (const AgentId agent : crowd.agents) {
					const WalkerGoal::Kind kind = static_cast<WalkerGoal::Kind>(rng.uniform(3));
					const Tile to = test::random_tile(rng, *crowd.walkers.map());
					const AgentId partner = crowd.agents[rng.uniform(crowd.agents.size())];
					crowd.ends[agent]--;
					crowd.walkers.begin(agent, { kind, to, partner }, 1.0 + rng.real01() * 40);
				}
				for (std::uint64_t tick = rng.uniform(40); tick > 0; tick--) {
					crowd.tick();
				}
				crowd.put_guest(guest, test::random_tile(rng, *crowd.walkers.map()));
				const std::int32_t size = 5 + static_cast<std::int32_t>(rng.uniform(20));
				crowd.set_map(random_square(rng, size, rng.real01() * 0.5, diagonals));
				REQUIRE(crowd.run());
				for (const AgentId agent : crowd.agents) {
					CHECK(crowd.ends[agent] == 0);
				}
				arrived += crowd.count(WalkOutcome::arrived);
				crowd.outcomes.clear();
			}
		}
		CHECK(arrived > 0);
	}
}
