#pragma once

#include "core/world/grid_map.h"
#include "core/world/path_search.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace agent_runtime {

// Finds the tile nearest to a place that satisfies a test, ring by ring around the place. The
// search can be made in pieces, since the whole map may have no such tile. Allocates nothing.
//
//	rings.begin(*map, { 4, 7 });
//	SearchState state = SearchState::more;
//	while (state == SearchState::more) {
//		state = rings.advance(is_good, quota); // later: whole rings, until `quota` tiles are seen
//	}
//
// Thread rule: any thread, one at a time.
class RingSearch {
public:
	// Skips everything within the ring of this radius. The map must live until the search ends.
	void begin(const GridMap &map, Tile place, std::int32_t radius = 0) {
		map_ = &map;
		const Tile first = map.origin();
		centre_ = { std::clamp(place.x, first.x, first.x + map.width() - 1),
			std::clamp(place.y, first.y, first.y + map.height() - 1) };
		radius_ = bare_ = radius;
		best_.reset();
		looked_at_ = 0;
	}

	template <typename IsGood>
	SearchState advance(const IsGood &is_good,
			std::uint32_t quota = std::numeric_limits<std::uint32_t>::max()) {
		const std::uint64_t enough = looked_at_ + quota;
		for (; !is_over(); radius_++) {
			if (looked_at_ >= enough) {
				return SearchState::more;
			}
			look_at_ring(is_good);
			bare_ = best_ ? bare_ : radius_ + 1;
		}
		return best_ ? SearchState::found : SearchState::none;
	}

	// After the search has found a tile.
	Tile found() const { return *best_; }
	// The tile of the map that is nearest to the place.
	Tile centre() const { return centre_; }
	// No tile within this ring is good.
	std::int32_t bare_radius() const { return bare_; }
	// How many tiles it has looked at since begin().
	std::uint64_t looked_at() const { return looked_at_; }

private:
	// A tile of a farther ring may be nearer than the corners of this one.
	bool is_over() const {
		const std::int64_t square = std::int64_t(radius_) * radius_;
		return radius_ > std::max(map_->width(), map_->height()) || (best_ && square >= nearest_);
	}

	template <typename IsGood>
	void look_at_ring(const IsGood &is_good) {
		const Tile first = map_->origin();
		const Tile last{ first.x + map_->width() - 1, first.y + map_->height() - 1 };
		const std::int32_t left = std::max(centre_.x - radius_, first.x);
		const std::int32_t right = std::min(centre_.x + radius_, last.x);
		for (const std::int32_t y : { centre_.y - radius_, centre_.y + radius_ }) {
			for (std::int32_t x = left; y >= first.y && y <= last.y && x <= right; x++) {
				look_at({ x, y }, is_good);
			}
		}
		const std::int32_t top = std::max(centre_.y - radius_ + 1, first.y);
		const std::int32_t bottom = std::min(centre_.y + radius_ - 1, last.y);
		for (const std::int32_t x : { centre_.x - radius_, centre_.x + radius_ }) {
			for (std::int32_t y = top; x >= first.x && x <= last.x && y <= bottom; y++) {
				look_at({ x, y }, is_good);
			}
		}
	}

	template <typename IsGood>
	void look_at(Tile tile, const IsGood &is_good) {
		looked_at_++;
		const std::int64_t across = std::int64_t(tile.x) - centre_.x;
		const std::int64_t down = std::int64_t(tile.y) - centre_.y;
		const std::int64_t distance = across * across + down * down;
		if ((!best_ || distance < nearest_) && is_good(tile)) {
			best_ = tile;
			nearest_ = distance;
		}
	}

	const GridMap *map_ = nullptr;
	Tile centre_;
	std::int32_t radius_ = 0; // the next ring's
	std::int32_t bare_ = 0;
	std::optional<Tile> best_;
	std::int64_t nearest_ = 0; // the square of the distance to the best tile
	std::uint64_t looked_at_ = 0;
};

} // namespace agent_runtime
