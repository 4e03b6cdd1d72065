#pragma once

// Random maps, and the plainest possible search for the length of a way, to compare the world's own
// search with. Shared by the tests of the world.

#include "core/base/rng.h"
#include "drawn_map.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime::test {

struct MapShape {
	Tile origin = {};
	std::int32_t width = 0;
	std::int32_t height = 0;
	bool diagonals = false;
	double solid = 0.0; // share of tiles that are walls
	double seats = 0.0; // share of the rest that are seats
};

// A map of random size, with more or fewer walls and a few seats.
inline MapShape random_shape(Rng &chance, std::int32_t largest, bool diagonals) {
	MapShape shape;
	shape.origin.x = static_cast<std::int32_t>(chance.between(-50, 50));
	shape.origin.y = static_cast<std::int32_t>(chance.between(-50, 50));
	shape.width = static_cast<std::int32_t>(chance.between(1, largest));
	shape.height = static_cast<std::int32_t>(chance.between(1, largest));
	shape.diagonals = diagonals;
	shape.solid = chance.real01() * 0.6;
	shape.seats = chance.real01() * 0.1;
	return shape;
}

inline GridMapPtr random_map(Rng &chance, const MapShape &shape) {
	GridSpec spec;
	spec.origin = shape.origin;
	spec.width = shape.width;
	spec.height = shape.height;
	spec.diagonals = shape.diagonals;
	for (std::int32_t y = 0; y < spec.height; y++) {
		for (std::int32_t x = 0; x < spec.width; x++) {
			const bool is_wall = chance.chance(shape.solid);
			spec.solid.push_back(is_wall);
			if (!is_wall && chance.chance(shape.seats)) {
				spec.seats.push_back({ std::to_string(spec.seats.size()),
						{ spec.origin.x + x, spec.origin.y + y } });
			}
		}
	}
	return map_of(std::move(spec));
}

inline GridMapPtr random_map(Rng &chance, std::int32_t largest, bool diagonals) {
	return random_map(chance, random_shape(chance, largest, diagonals));
}

inline Tile random_tile(Rng &chance, const GridMap &map) {
	return { map.origin().x + static_cast<std::int32_t>(chance.between(0, map.width() - 1)),
		map.origin().y + static_cast<std::int32_t>(chance.between(0, map.height() - 1)) };
}

// The cost of a way by the rules, without anything that makes a search fast.
class PlainSearch {
public:
	using Passable = std::function<bool(Tile)>;

	PlainSearch(const GridMap &map, Tile from, Passable passable) :
			map_(map),
			from_(from),
			passable_(std::move(passable)) {
		reach(from, 0);
		while (!open_.empty()) {
			const auto [cost, tile] = open_.top();
			open_.pop();
			if (cost == costs_.at({ tile.x, tile.y })) {
				look_from(tile, cost);
			}
		}
	}

	std::optional<std::uint32_t> cost_to(Tile tile) const {
		const auto found = costs_.find({ tile.x, tile.y });
		return found != costs_.end() ? std::optional(found->second) : std::nullopt;
	}

	// Whether one step leads from one tile to the other.
	bool is_step(Tile from, Tile to) const {
		const std::int32_t across = to.x - from.x;
		const std::int32_t down = to.y - from.y;
		if (std::abs(across) > 1 || std::abs(down) > 1 || from == to || !passable_(to)) {
			return false;
		}
		return across == 0 || down == 0 ||
				(map_.diagonals() && map_.is_walkable({ to.x, from.y }) &&
						map_.is_walkable({ from.x, to.y }));
	}

	static std::uint32_t step_cost(Tile from, Tile to) {
		return from.x != to.x && from.y != to.y ? 1393 : 985;
	}

private:
	struct Nearest {
		template <typename T>
		bool operator()(const T &one, const T &other) const {
			return one.first > other.first;
		}
	};
	using Open = std::pair<std::uint32_t, Tile>;

	void reach(Tile tile, std::uint32_t cost) {
		const auto [known, is_new] = costs_.try_emplace({ tile.x, tile.y }, cost);
		if (is_new || cost < known->second) {
			known->second = cost;
			open_.emplace(cost, tile);
		}
	}

	void look_from(Tile tile, std::uint32_t cost) {
		for (std::int32_t y = tile.y - 1; y <= tile.y + 1; y++) {
			for (std::int32_t x = tile.x - 1; x <= tile.x + 1; x++) {
				if (is_step(tile, { x, y })) {
					reach({ x, y }, cost + step_cost(tile, { x, y }));
				}
			}
		}
	}

	const GridMap &map_;
	const Tile from_;
	const Passable passable_;
	std::map<std::pair<std::int32_t, std::int32_t>, std::uint32_t> costs_;
	std::priority_queue<Open, std::vector<Open>, Nearest> open_;
};

} // namespace agent_runtime::test
