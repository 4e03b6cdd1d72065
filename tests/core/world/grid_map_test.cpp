#include "core/world/grid_map.h"

#include "random_map.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace agent_runtime;
using namespace agent_runtime::test;

namespace {

GridSpec spec_of(std::int32_t width, std::int32_t height) {
	GridSpec spec;
	spec.width = width;
	spec.height = height;
	return spec;
}

std::string refusal(GridSpec spec) {
	const Result<GridMapPtr> made = GridMap::make(std::move(spec));
	REQUIRE_FALSE(made.ok());
	CHECK(made.status().code() == StatusCode::invalid_argument);
	return made.status().message();
}

std::string refusal_of_seats(std::vector<Seat> seats) {
	GridSpec spec = spec_of(4, 3);
	spec.origin = { -2, 5 };
	spec.solid.resize(12);
	spec.solid[0] = 1;
	spec.seats = std::move(seats);
	return refusal(std::move(spec));
}

bool equal_maps(const GridMap &one, const GridMap &other) {
	bool equal = one.origin() == other.origin() && one.width() == other.width() &&
			one.height() == other.height() && one.diagonals() == other.diagonals() &&
			one.seats() == other.seats();
	for (std::int32_t y = 0; equal && y < one.height(); y++) {
		for (std::int32_t x = 0; x < one.width(); x++) {
			const Tile tile{ one.origin().x + x, one.origin().y + y };
			equal = equal && one.is_solid(tile) == other.is_solid(tile);
		}
	}
	return equal;
}

} // namespace

TEST_SUITE("GridMap") {
	TEST_CASE("walls and seats are where they were put, and off the map is a wall") {
		GridSpec spec = drawn({
				"#..",
				"..a",
		});
		spec.origin = { 10, -3 };
		spec.seats[0].tile = { 12, -2 };
		const GridMapPtr map = map_of(std::move(spec));
		CHECK(map->is_solid({ 10, -3 }));
		CHECK(map->is_walkable({ 11, -3 }));
		CHECK_FALSE(map->is_walkable({ 12, -2 }));
		CHECK(map->can_stand({ 12, -2 }));
		CHECK(map->is_solid({ 13, -2 }));
		CHECK(map->is_solid({ 9, -2 }));
		CHECK_FALSE(map->contains({ 10, -1 }));
	}

	TEST_CASE("a seat is found by its name and by its tile") {
		const GridMapPtr map = drawn_map({ "a.b" });
		REQUIRE(map->find_seat("b") != nullptr);
		CHECK(map->find_seat("b")->tile == Tile{ 2, 0 });
		REQUIRE(map->seat_at({ 0, 0 }) != nullptr);
		CHECK(map->seat_at({ 0, 0 })->name == "a");
		CHECK(map->find_seat("c") == nullptr);
		CHECK(map->seat_at({ 1, 0 }) == nullptr);
	}

	TEST_CASE("the largest map there can be is one tile away from one that is too large") {
		CHECK(map_of(spec_of(GridMap::LARGEST, GridMap::LARGEST))
						->is_reachable({ 0, 0 }, { 2047, 2047 }));
		CHECK(refusal(spec_of(2049, 5)) ==
				"map.size: 2049 x 5 tiles are too many; give it from 1 to 2048 tiles each way");
	}

	TEST_CASE("a size that is no size is refused with what to give instead") {
		CHECK(refusal(spec_of(0, 5)) ==
				"map.size: 0 x 5 tiles are no map; give it from 1 to 2048 tiles each way");
		CHECK(refusal(spec_of(5, -1)).starts_with("map.size: 5 x -1 tiles are no map"));
		GridSpec spec = spec_of(2, 2);
		spec.solid.resize(3);
		CHECK(refusal(std::move(spec)) ==
				"map.solid: has 3 tiles where the size says 4; give one for each tile, row by row, "
				"or none at all");
		spec = spec_of(2, 2);
		spec.origin = { 0, 1'000'000 };
		CHECK(refusal(std::move(spec)) ==
				"map.origin: (0, 1000000) is too far out; keep the whole map within 1000000 tiles "
				"of (0, 0)");
	}

	TEST_CASE("a seat that cannot be there is refused with its name and what to do") {
		CHECK(refusal_of_seats({ { "a", { -1, 5 } }, { "b", { 2, 5 } } }) ==
				"map.seats[1].tile: (2, 5) of the seat b lies off the map; use a tile from (-2, 5) "
				"to (1, 7)");
		CHECK(refusal_of_seats({ { "a", { -2, 5 } } }) ==
				"map.seats[0].tile: (-2, 5) of the seat a is solid; clear the tile, since a seat "
				"is in the way by itself");
		CHECK(refusal_of_seats({ { "a", { -1, 5 } }, { "a", { 0, 5 } } }) ==
				"map.seats[1].name: there is a seat a already; give each seat a name of its own");
		CHECK(refusal_of_seats({ { "a", { -1, 5 } }, { "b", { -1, 5 } } }) ==
				"map.seats[1].tile: on (-1, 5) there is a seat already; put one seat on a tile at "
				"the most");
		CHECK(refusal_of_seats({ { "", { -1, 5 } } }) ==
				"map.seats[0].name: is empty; give the seat a name of its own");
		CHECK(refusal_of_seats({ { std::string(65, 'x'), { -1, 5 } } })
						.ends_with("is too long, or not UTF-8; use at most 64 bytes of UTF-8"));
		CHECK(refusal_of_seats({ { "a", { -1, 5 }, static_cast<Facing>(7) } }) ==
				"map.seats[0].facing: is none of the four; use down, left, right or up");
	}

	TEST_CASE("what is walled in is reached by nobody, and a seat from its sides alone") {
		const GridMapPtr map = drawn_map({
				"..#..",
				"..a..",
				"..#..",
		});
		CHECK(map->is_reachable({ 0, 0 }, { 1, 2 }));
		CHECK(map->is_reachable({ 0, 0 }, { 2, 1 }));
		CHECK(map->is_reachable({ 2, 1 }, { 4, 2 }));
		CHECK_FALSE(map->is_reachable({ 0, 0 }, { 4, 0 })); // the only way leads through the seat
		CHECK_FALSE(map->is_reachable({ 0, 0 }, { 2, 0 }));
		CHECK_FALSE(map->is_reachable({ 0, 0 }, { 0, 3 }));
		CHECK_FALSE(map->is_reachable({ -1, 0 }, { 0, 0 }));
	}

	TEST_CASE("who stands in a wall may leave it, and nobody comes to him") {
		const GridMapPtr map = drawn_map({ "#.." });
		CHECK(map->is_reachable({ 0, 0 }, { 2, 0 }));
		CHECK_FALSE(map->is_reachable({ 2, 0 }, { 0, 0 }));
	}

	TEST_CASE("on any map reachable is what a plain search reaches") {
		Rng chance(11);
		for (int round = 0; round < 300; round++) {
			const GridMapPtr map = random_map(chance, 14, chance.chance(0.5));
			const Tile from = random_tile(chance, *map);
			for (int i = 0; i < 12; i++) {
				const Tile to = random_tile(chance, *map);
				const PlainSearch plain(*map, from, [&](Tile tile) {
					return map->is_walkable(tile) ||
							(tile == to && map->can_stand(tile) && map->is_walkable(from)) ||
							tile == from;
				});
				if (map->is_walkable(from) || map->is_walkable(to)) {
					CHECK(map->is_reachable(from, to) == plain.cost_to(to).has_value());
				}
			}
		}
	}

	TEST_CASE("a recorded map is read back as it was") {
		Rng chance(5);
		for (int round = 0; round < 200; round++) {
			const GridMapPtr map = random_map(chance, 40, chance.chance(0.5));
			const Result<GridMapPtr> read = GridMap::from_json(map->to_json());
			REQUIRE_MESSAGE(read.ok(), read.status().to_string());
			CHECK(equal_maps(*map, *read.value()));
		}
		const GridMapPtr map = drawn_map({ "##..a", "....." });
		CHECK(map->to_json().dump() ==
				R"({"diagonals":false,"height":2,"rows":[[0,2,3],[5]],"seats":[{"facing":"up",)"
				R"("name":"a","x":4,"y":0}],"width":5,"x":0,"y":0})");
	}

	TEST_CASE("a recorded map that is damaged is an error and nothing worse") {
		const nlohmann::json good = drawn_map({ "##..a", "....." })->to_json();
		for (const char *pointer : { "/x", "/width", "/rows", "/rows/0", "/rows/1/0", "/rows/0/1",
					 "/seats/0", "/seats/0/x", "/seats/0/facing", "/seats/0/name" }) {
			for (const nlohmann::json &wrong : { nlohmann::json(), nlohmann::json(-1),
						 nlohmann::json("?"), nlohmann::json(99), nlohmann::json::array() }) {
				nlohmann::json damaged = good;
				damaged[nlohmann::json::json_pointer(pointer)] = wrong;
				const Result<GridMapPtr> read = GridMap::from_json(damaged);
				// Some of these texts are valid here, such as a name, or a number from another map.
				CHECK((read.ok() || !read.status().message().empty()));
			}
		}
		CHECK_FALSE(GridMap::from_json(nlohmann::json::array()).ok());
		nlohmann::json huge = good;
		huge["width"] = 1'000'000'000;
		CHECK(GridMap::from_json(huge).status().code() == StatusCode::corrupt);
	}
}
