#pragma once

#include "core/world/grid_map.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

namespace agent_runtime {

// Searches around a place of a map, breadth first, no farther than a walker would go to get around
// somebody. Allocates nothing.
//
//	local.begin(map, at);
//	local.mark(place, 3);                        // a note about this place
//	if (local.find(is_open, is_goal, 20)) {      // both are called with a place
//		local.take_ways(ways);                   // from `at` to local.goal()
//	}
//
// Thread rule: any thread, one at a time.
class LocalSearch {
public:
	static constexpr std::int32_t RADIUS = 14; // in tiles

	void begin(const GridMap &map, std::uint32_t centre) {
		map_ = &map;
		centre_ = centre;
		column_ = static_cast<std::int32_t>(centre & ((1U << map.row_shift()) - 1));
		row_ = static_cast<std::int32_t>(centre >> map.row_shift());
		marks_++;
		for (std::size_t way = 0; way < GridMap::STEPS.size(); way++) {
			const Tile step = GridMap::STEPS[way];
			offsets_[way] = step.y * WIDTH + step.x;
		}
	}

	// Does nothing outside the window.
	void mark(std::uint32_t place, std::uint32_t value) {
		if (const std::optional<std::size_t> cell = cell_of(place)) {
			marked_[*cell] = marks_;
			values_[*cell] = value;
		}
	}
	std::optional<std::uint32_t> mark_of(std::uint32_t place) const {
		const std::optional<std::size_t> cell = cell_of(place);
		return cell && marked_[*cell] == marks_ ? std::optional(values_[*cell]) : std::nullopt;
	}

	// Finds a way to the nearest goal in at most this many steps, over open places only.
	template <typename IsOpen, typename IsGoal>
	bool find(const IsOpen &is_open, const IsGoal &is_goal, std::uint32_t most_steps) {
		seen_++;
		std::size_t head = 0;
		std::size_t tail = 0;
		const std::size_t start = RADIUS * WIDTH + RADIUS;
		seen_at_[start] = seen_;
		steps_[start] = 0;
		queue_[tail++] = static_cast<std::uint16_t>(start);
		while (head < tail) {
			const std::size_t cell = queue_[head++];
			if (steps_[cell] >= most_steps) {
				return false;
			}
			const std::uint32_t place = place_of(cell);
			std::uint32_t ways = map_->ways()[place] & (map_->diagonals() ? 0xffU : 0x0fU);
			for (; ways != 0; ways &= ways - 1) {
				const std::uint8_t way = static_cast<std::uint8_t>(std::countr_zero(ways));
				const std::size_t next = cell + static_cast<std::size_t>(offsets_[way]);
				if (!is_inside(cell, way) || seen_at_[next] == seen_) {
					continue;
				}
				seen_at_[next] = seen_;
				if (!is_open(place_of(next))) {
					continue;
				}
				came_by_[next] = way;
				steps_[next] = static_cast<std::uint16_t>(steps_[cell] + 1);
				if (is_goal(place_of(next))) {
					goal_ = next;
					return true;
				}
				queue_[tail++] = static_cast<std::uint16_t>(next);
			}
		}
		return false;
	}

	// The goal of the last search, which must have found one.
	std::uint32_t goal() const { return place_of(goal_); }
	void take_ways(std::vector<std::uint8_t> &ways) const {
		ways.clear();
		for (std::size_t cell = goal_; steps_[cell] > 0;) {
			ways.push_back(came_by_[cell]);
			cell -= static_cast<std::size_t>(offsets_[came_by_[cell]]);
		}
		std::reverse(ways.begin(), ways.end());
	}

private:
	static constexpr std::int32_t WIDTH = 2 * RADIUS + 1;
	static constexpr std::size_t CELLS = static_cast<std::size_t>(WIDTH) * WIDTH;

	std::optional<std::size_t> cell_of(std::uint32_t place) const {
		const std::int32_t x = static_cast<std::int32_t>(place & ((1U << map_->row_shift()) - 1)) -
				column_ + RADIUS;
		const std::int32_t y =
				static_cast<std::int32_t>(place >> map_->row_shift()) - row_ + RADIUS;
		if (x < 0 || x >= WIDTH || y < 0 || y >= WIDTH) {
			return std::nullopt;
		}
		return static_cast<std::size_t>(y * WIDTH + x);
	}
	std::uint32_t place_of(std::size_t cell) const {
		const std::int32_t x = static_cast<std::int32_t>(cell) % WIDTH - RADIUS;
		const std::int32_t y = static_cast<std::int32_t>(cell) / WIDTH - RADIUS;
		return centre_ + static_cast<std::uint32_t>(y * (1 << map_->row_shift()) + x);
	}
	static bool is_inside(std::size_t cell, std::uint8_t way) {
		const std::int32_t x = static_cast<std::int32_t>(cell) % WIDTH + GridMap::STEPS[way].x;
		const std::int32_t y = static_cast<std::int32_t>(cell) / WIDTH + GridMap::STEPS[way].y;
		return x >= 0 && x < WIDTH && y >= 0 && y < WIDTH;
	}

	const GridMap *map_ = nullptr;
	std::uint32_t centre_ = 0;
	std::int32_t column_ = 0;
	std::int32_t row_ = 0;
	std::array<std::int32_t, 8> offsets_{};
	std::uint32_t seen_ = 0; // the number of this search
	std::uint32_t marks_ = 0; // likewise, for marks
	std::size_t goal_ = 0;
	std::array<std::uint32_t, CELLS> seen_at_{};
	std::array<std::uint32_t, CELLS> marked_{};
	std::array<std::uint32_t, CELLS> values_{};
	std::array<std::uint16_t, CELLS> steps_{};
	std::array<std::uint8_t, CELLS> came_by_{};
	std::array<std::uint16_t, CELLS> queue_{};
};

} // namespace agent_runtime
