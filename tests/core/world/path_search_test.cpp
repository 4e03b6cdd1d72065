#include "core/world/path_search.h"

#include "random_map.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <vector>

using namespace agent_runtime;
using namespace agent_runtime::test;

namespace {

using Path = std::vector<Tile>;

// The cost of a path. Also checks that each of its steps is allowed.
std::uint32_t cost_of(const PlainSearch &plain, Tile from, const Path &path) {
	std::uint32_t cost = 0;
	for (const Tile tile : path) {
		CHECK(plain.is_step(from, tile));
		cost += PlainSearch::step_cost(from, tile);
		from = tile;
	}
	return cost;
}

bool contains(const std::vector<Tile> &tiles, Tile tile) {
	return std::find(tiles.begin(), tiles.end(), tile) != tiles.end();
}

// One query on a random map, to compare with the plain search.
struct Question {
	GridMapPtr map;
	Tile from;
	Tile to;
	std::vector<Tile> avoid;

	explicit Question(Rng &chance, bool avoids) :
			map(random_map(chance, 24, chance.chance(0.5))),
			from(random_tile(chance, *map)),
			to(random_tile(chance, *map)) {
		for (std::int64_t i = avoids ? chance.between(1, 30) : 0; i > 0; i--) {
			avoid.push_back(random_tile(chance, *map));
		}
	}

	bool may_pass(Tile tile) const {
		return (map->is_walkable(tile) || (tile == to && map->can_stand(tile))) &&
				!contains(avoid, tile);
	}

	// The walk may begin anywhere. It may end on a seat, which is entered from a walkable tile.
	std::optional<std::uint32_t> expected() const {
		if (from == to) {
			return 0;
		}
		const PlainSearch plain(
				*map, from, [this](Tile tile) { return map->is_walkable(tile) && may_pass(tile); });
		if (map->is_walkable(to) || !may_pass(to)) {
			return plain.cost_to(to);
		}
		const PlainSearch rules(*map, from, [this](Tile tile) { return may_pass(tile); });
		std::optional<std::uint32_t> best;
		for (const Tile step : GridMap::STEPS) {
			const Tile door{ to.x + step.x, to.y + step.y };
			const std::optional<std::uint32_t> cost = plain.cost_to(door);
			if (cost && map->is_walkable(door) && rules.is_step(door, to)) {
				const std::uint32_t whole = *cost + PlainSearch::step_cost(door, to);
				best = std::min(best.value_or(whole), whole);
			}
		}
		return best;
	}
};

void compare(PathSearch &search, const Question &question) {
	Path path{ { 99, 99 } };
	const bool found = search.find(
			*question.map, question.from, question.to, path, { .avoid = question.avoid });
	const std::optional<std::uint32_t> expected = question.expected();
	REQUIRE(found == expected.has_value());
	if (!found) {
		CHECK(path.empty());
		return;
	}
	const PlainSearch plain(
			*question.map, question.from, [&](Tile tile) { return question.may_pass(tile); });
	CHECK(cost_of(plain, question.from, path) == *expected);
	CHECK(search.cost() == *expected);
	CHECK((path.empty() ? question.from : path.back()) == question.to);
}

} // namespace

TEST_SUITE("PathSearch") {
	TEST_CASE("a path leads from the first step to the target, round what is in the way") {
		const GridMapPtr map = drawn_map({
				".#...",
				".#.#.",
				"...#.",
		});
		PathSearch search;
		Path path;
		REQUIRE(search.find(*map, { 0, 0 }, { 4, 2 }, path));
		CHECK(path ==
				Path{ { 0, 1 }, { 0, 2 }, { 1, 2 }, { 2, 2 }, { 2, 1 }, { 2, 0 }, { 3, 0 },
						{ 4, 0 }, { 4, 1 }, { 4, 2 } });
	}

	TEST_CASE("with diagonals a path goes across, but cuts no corner") {
		const GridMapPtr map = drawn_map({ "...", "...", "..#" }, true);
		PathSearch search;
		Path path;
		REQUIRE(search.find(*map, { 0, 0 }, { 1, 1 }, path));
		CHECK(path == Path{ { 1, 1 } });
		REQUIRE(search.find(*map, { 1, 2 }, { 2, 1 }, path));
		CHECK(path == Path{ { 1, 1 }, { 2, 1 } });
	}

	TEST_CASE("who is there already has an empty path, and no way is no path") {
		const GridMapPtr map = drawn_map({ "..#." });
		PathSearch search;
		Path path{ { 7, 7 } };
		CHECK(search.find(*map, { 1, 0 }, { 1, 0 }, path));
		CHECK(path.empty());
		CHECK_FALSE(search.find(*map, { 0, 0 }, { 3, 0 }, path));
		CHECK_FALSE(search.find(*map, { 0, 0 }, { 2, 0 }, path));
		CHECK_FALSE(search.find(*map, { 0, 0 }, { 0, 1 }, path));
		CHECK_FALSE(search.find(*map, { -5, 0 }, { 0, 0 }, path));
		CHECK(search.expanded() == 0);
	}

	TEST_CASE("a seat is where a path begins or ends, and never on the way") {
		const GridMapPtr map = drawn_map({
				"a.b.c",
				".....",
		});
		PathSearch search;
		Path path;
		REQUIRE(search.find(*map, { 0, 0 }, { 4, 0 }, path));
		CHECK(path.size() == 4 + 2);
		CHECK_FALSE(contains(path, { 2, 0 }));
		CHECK(path.back() == Tile{ 4, 0 });
	}

	TEST_CASE("on any map a path is as long as the plain search says, and breaks no rule") {
		Rng chance(1);
		PathSearch search;
		for (int round = 0; round < 1500; round++) {
			compare(search, Question(chance, false));
		}
	}

	TEST_CASE("so it is with tiles that are in the way this once") {
		Rng chance(2);
		PathSearch search;
		for (int round = 0; round < 1500; round++) {
			compare(search, Question(chance, true));
		}
	}

	TEST_CASE("however often a search is interrupted, it finds the same") {
		Rng chance(3);
		PathSearch whole;
		PathSearch pieces;
		for (int round = 0; round < 1000; round++) {
			const Question question(chance, chance.chance(0.3));
			Path expected;
			const bool found = whole.find(*question.map, question.from, question.to, expected,
					{ .avoid = question.avoid });
			SearchState state =
					pieces.begin(*question.map, question.from, question.to, question.avoid);
			int turns = 0;
			while (state == SearchState::more) {
				state = pieces.advance(static_cast<std::uint32_t>(chance.between(1, 9)));
				REQUIRE(++turns <= 24 * 24 + 1);
			}
			REQUIRE((state == SearchState::found) == found);
			CHECK(pieces.expanded() == whole.expanded());
			if (found) {
				Path path;
				pieces.take_path(path);
				CHECK(path == expected);
			}
		}
	}

	TEST_CASE("a search that may not look far enough has no path") {
		const GridMapPtr map = drawn_map({ ".........." });
		PathSearch search;
		Path path;
		CHECK_FALSE(search.find(*map, { 0, 0 }, { 9, 0 }, path, { .quota = 8 }));
		CHECK(search.find(*map, { 0, 0 }, { 9, 0 }, path, { .quota = 9 }));
	}

	TEST_CASE("what a search finds does not depend on what was searched before") {
		Rng chance(4);
		PathSearch used;
		for (int round = 0; round < 500; round++) {
			const Question question(chance, false);
			PathSearch fresh;
			Path expected;
			Path path;
			const bool found = fresh.find(*question.map, question.from, question.to, expected);
			CHECK(used.find(*question.map, question.from, question.to, path) == found);
			CHECK(path == expected);
		}
	}
}

TEST_SUITE("PathSearch to somebody's side") {
	TEST_CASE("it leads to the nearest tile beside the target") {
		const GridMapPtr map = drawn_map({
				".....",
				".....",
				".....",
		});
		PathSearch search;
		Path path;
		const auto nobody = [](Tile) { return false; };
		REQUIRE(search.find_adjacent(*map, { 0, 1 }, { 4, 1 }, nobody, path));
		CHECK(path == Path{ { 1, 1 }, { 2, 1 }, { 3, 1 } });
		REQUIRE(search.find_adjacent(*map, { 4, 0 }, { 4, 1 }, nobody, path));
		CHECK(path.empty());
	}

	TEST_CASE("it leads past a side that is taken, and not through the target") {
		const GridMapPtr map = drawn_map({ ".....", "###.#" });
		PathSearch search;
		Path path;
		const auto taken = [](Tile tile) { return tile == Tile{ 2, 0 }; };
		CHECK_FALSE(search.find_adjacent(*map, { 0, 0 }, { 3, 0 }, taken, path));
		CHECK(path.empty());
		CHECK(search.find_adjacent(*map, { 0, 0 }, { 3, 1 }, taken, path));
		CHECK(path.back() == Tile{ 3, 0 });
	}

	TEST_CASE("on any map the tile is beside the target, free, and the nearest such") {
		Rng chance(6);
		PathSearch search;
		for (int round = 0; round < 1500; round++) {
			const Question question(chance, chance.chance(0.3));
			const GridMap &map = *question.map;
			const double share = chance.chance(0.5) ? 0.0 : chance.real01();
			std::vector<Tile> blocked;
			for (const Tile step : GridMap::STEPS) {
				if (chance.chance(share)) {
					blocked.push_back({ question.to.x + step.x, question.to.y + step.y });
				}
			}
			Path path;
			const bool found = search.find_adjacent(map, question.from, question.to,
					[&](Tile tile) { return contains(blocked, tile); }, path,
					{ .avoid = question.avoid });
			const PlainSearch plain(map, question.from, [&](Tile tile) {
				return map.is_walkable(tile) && !contains(question.avoid, tile) &&
						tile != question.to;
			});
			std::optional<std::uint32_t> nearest;
			for (std::size_t way = 0; way < 4; way++) {
				const Tile step = GridMap::STEPS[way];
				const Tile side{ question.to.x + step.x, question.to.y + step.y };
				const std::optional<std::uint32_t> cost = plain.cost_to(side);
				const bool is_free = side == question.from ||
						(map.is_walkable(side) && !contains(blocked, side) &&
								!contains(question.avoid, side));
				if (cost && is_free) {
					nearest = std::min(nearest.value_or(*cost), *cost);
				}
			}
			REQUIRE(found == nearest.has_value());
			if (found) {
				CHECK(is_beside(path.empty() ? question.from : path.back(), question.to));
				CHECK(cost_of(plain, question.from, path) == *nearest);
			}
		}
	}
}
