#include "core/world/tile.h"

#include <doctest/doctest.h>

#include <limits>

using namespace agent_runtime;

TEST_SUITE("Tile") {
	TEST_CASE("a tile reaches half a tile round the position with its numbers") {
		CHECK(tile_at({ 3.0f, -5.0f }) == Tile{ 3, -5 });
		CHECK(tile_at({ 2.5f, -5.5f }) == Tile{ 3, -5 });
		CHECK(tile_at({ 3.49f, -4.51f }) == Tile{ 3, -5 });
		CHECK(centre_of({ 3, -5 }) == TilePosition{ 3.0f, -5.0f });
	}

	TEST_CASE("a position that is on no map is on some tile all the same") {
		const float infinity = std::numeric_limits<float>::infinity();
		CHECK(tile_at({ std::numeric_limits<float>::quiet_NaN(), 1.0f }) == Tile{ 0, 1 });
		CHECK(tile_at({ infinity, -infinity }) == Tile{ 1'000'000'000, -1'000'000'000 });
	}

	TEST_CASE("one looks along the longer of the two ways, and down rather than aside") {
		CHECK(facing_towards(Tile{ 0, 0 }, Tile{ 3, 2 }) == Facing::right);
		CHECK(facing_towards(Tile{ 0, 0 }, Tile{ -3, 2 }) == Facing::left);
		CHECK(facing_towards(Tile{ 0, 0 }, Tile{ 1, 2 }) == Facing::down);
		CHECK(facing_towards(Tile{ 0, 0 }, Tile{ 1, -2 }) == Facing::up);
		CHECK(facing_towards(Tile{ 0, 0 }, Tile{ 2, 2 }) == Facing::down);
		CHECK_FALSE(facing_towards(Tile{ 4, 4 }, Tile{ 4, 4 }));
	}

	TEST_CASE("a facing is found by its name") {
		for (const Facing facing : { Facing::down, Facing::left, Facing::right, Facing::up }) {
			CHECK(parse_facing(facing_name(facing)) == facing);
		}
		CHECK_FALSE(parse_facing("north"));
	}

	TEST_CASE("beside is one straight step away") {
		CHECK(is_beside({ 0, 0 }, { 0, 1 }));
		CHECK_FALSE(is_beside({ 0, 0 }, { 1, 1 }));
		CHECK_FALSE(is_beside({ 0, 0 }, { 0, 0 }));
	}
}
