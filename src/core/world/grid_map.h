#pragma once

// The map on which agents stand and walk: which tiles are walls, and where the seats are. A map
// never changes. For a different map, make a new one; everybody who holds the old one may go on
// using it, on any thread.
//
//	GridSpec spec{ .width = 20, .height = 11, .solid = std::vector<std::uint8_t>(220) };
//	spec.seats.push_back({ "desk_1", { 3, 4 }, Facing::up, "" });
//	Result<GridMapPtr> map = GridMap::make(std::move(spec));
//
// Only an agent that sits down on a seat or leaves it walks on that tile. To all others it is an
// obstacle like a wall.

#include "core/base/status.h"
#include "core/world/tile.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

struct Seat {
	std::string name; // unique on the map
	Tile tile;
	Facing facing = Facing::down; // of the agent that sits there
	std::string table = {}; // the meeting table that it belongs to; empty: it is an agent's desk

	bool operator==(const Seat &other) const = default;
};

// What a map is made of.
struct GridSpec {
	Tile origin; // the tile in the top left corner
	std::int32_t width = 0;
	std::int32_t height = 0;
	bool diagonals = false; // walks may go diagonally, but never cut a corner
	std::vector<std::uint8_t> solid; // row by row; empty: no tile is solid
	std::vector<Seat> seats;
};

class GridMap;
using GridMapPtr = std::shared_ptr<const GridMap>;

// Thread rule: immutable.
class GridMap {
public:
	static constexpr std::int32_t LARGEST = 2048; // tiles in each direction
	static constexpr std::int32_t FARTHEST = 1'000'000; // of any tile from (0, 0), in tiles
	static constexpr std::size_t MOST_SEATS = 65'536;
	static constexpr std::size_t LONGEST_NAME = 64; // for a seat or a table, in bytes

	// The eight ways to a neighbour, straight ones first. A way and its reverse differ in the
	// lowest bit.
	enum Way : std::uint8_t {
		way_up,
		way_down,
		way_left,
		way_right,
		way_up_left,
		way_down_right,
		way_up_right,
		way_down_left,
	};
	static constexpr std::array<Tile, 8> STEPS{ {
			{ 0, -1 },
			{ 0, 1 },
			{ -1, 0 },
			{ 1, 0 },
			{ -1, -1 },
			{ 1, 1 },
			{ 1, -1 },
			{ -1, 1 },
	} };

	static Result<GridMapPtr> make(GridSpec spec);
	// Returns what make() would say.
	static Status check(const GridSpec &spec);

	Tile origin() const { return spec_.origin; }
	std::int32_t width() const { return spec_.width; }
	std::int32_t height() const { return spec_.height; }
	bool diagonals() const { return spec_.diagonals; }
	const std::vector<Seat> &seats() const { return spec_.seats; }

	bool contains(Tile tile) const {
		const std::int64_t x = std::int64_t(tile.x) - spec_.origin.x;
		const std::int64_t y = std::int64_t(tile.y) - spec_.origin.y;
		return x >= 0 && x < spec_.width && y >= 0 && y < spec_.height;
	}
	// True for a wall, and for everything off the map.
	bool is_solid(Tile tile) const { return !contains(tile) || areas_[place_of(tile)] == SOLID; }
	// Everybody may pass: there is neither a wall nor a seat.
	bool is_walkable(Tile tile) const {
		return contains(tile) && areas_[place_of(tile)] >= FIRST_AREA;
	}
	// A walk may end there: it is not a wall.
	bool can_stand(Tile tile) const { return !is_solid(tile); }
	// Whether a way exists, considering only what stands on the map. Takes the same time on every
	// map. An agent inside a wall that was built around it can leave.
	bool is_reachable(Tile from, Tile to) const;

	// Null when there is none.
	const Seat *find_seat(std::string_view name) const;
	const Seat *seat_at(Tile tile) const;

	// The form for recordings: rows as lengths of runs, alternately walkable and solid.
	nlohmann::json to_json() const;
	static Result<GridMapPtr> from_json(const nlohmann::json &json);

	// For path search: places are numbered row by row, with 1 << row_shift() of them in each row.
	std::uint32_t row_shift() const { return row_shift_; }
	std::size_t places() const { return areas_.size(); }
	std::uint32_t place_of(Tile tile) const {
		return static_cast<std::uint32_t>(tile.y - spec_.origin.y) << row_shift_ |
				static_cast<std::uint32_t>(tile.x - spec_.origin.x);
	}
	Tile tile_of(std::uint32_t place) const {
		return { spec_.origin.x + static_cast<std::int32_t>(place & ((1U << row_shift_) - 1)),
			spec_.origin.y + static_cast<std::int32_t>(place >> row_shift_) };
	}
	// One bit for each way whose neighbour is walkable and, for a diagonal, that cuts no corner.
	// Diagonals are included even when this map's walks do not use them.
	const std::uint8_t *ways() const { return ways_.data(); }

private:
	// The part of the map that a place belongs to. All places within one area can reach each other.
	using Area = std::uint32_t;
	static constexpr Area SOLID = 0;
	static constexpr Area SEAT = 1;
	static constexpr Area FIRST_AREA = 2;

	explicit GridMap(GridSpec spec);

	void mark_areas();
	void mark_ways();
	std::uint8_t ways_from(std::int32_t x, std::int32_t y) const;
	bool is_open(std::int32_t x, std::int32_t y) const;
	void mark_seats();
	// Fills in the areas that can be entered from a tile, and returns how many there are.
	std::size_t areas_at(Tile tile, std::array<Area, 8> &areas) const;

	GridSpec spec_;
	std::uint32_t row_shift_ = 0;
	std::vector<Area> areas_; // indexed by place
	std::vector<std::uint8_t> ways_;
	std::unordered_map<std::string_view, std::size_t> seats_by_name_;
	std::unordered_map<Tile, std::size_t> seats_by_tile_;
};

} // namespace agent_runtime
