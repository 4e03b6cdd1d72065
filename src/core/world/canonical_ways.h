#pragma once

// Decides which ways on from a place are worth following, given the way by which it was reached. Of
// all paths of the same cost between two places only one is in canonical order (diagonal steps
// before straight ones; without diagonals, left or right before up or down), and all others can be
// left out. A way that seems superfluous is followed nevertheless where the path in canonical order
// is blocked. The open ways of the place are enough to tell, since a diagonal is open only if it
// cuts no corner. For path_search.cpp only.

#include "core/world/grid_map.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace agent_runtime {

// Looked up by the way of arrival (NOT_REACHED: the search starts there) and the open ways of the
// place.
class FollowedWays {
public:
	static constexpr std::uint32_t NOT_REACHED = 8;

	constexpr FollowedWays(bool diagonals, bool all) {
		for (std::uint32_t arrival = 0; arrival <= NOT_REACHED; arrival++) {
			for (std::uint32_t open = 0; open < OPEN; open++) {
				const std::uint32_t kept = all || arrival == NOT_REACHED ? ALL
						: diagonals ? kept_with_diagonals(arrival, open)
									: kept_straight(arrival, open);
				ways_[arrival * OPEN + open] =
						static_cast<std::uint8_t>(open & kept & (diagonals ? ALL : STRAIGHT));
			}
		}
	}

	std::uint32_t at(std::uint32_t arrival, std::uint32_t open) const {
		return ways_[arrival * OPEN + open];
	}

private:
	static constexpr std::uint32_t OPEN = 256;
	static constexpr std::uint32_t ALL = 0xff;
	static constexpr std::uint32_t STRAIGHT = 0x0f;

	// The way that leads one step along each of the two.
	static constexpr std::uint32_t both(std::uint32_t one, std::uint32_t other) {
		const Tile first = GridMap::STEPS[one];
		const Tile second = GridMap::STEPS[other];
		std::uint32_t way = 0;
		while (GridMap::STEPS[way] != Tile{ first.x + second.x, first.y + second.y }) {
			way++;
		}
		return way;
	}

	static constexpr bool is_open(std::uint32_t open, std::uint32_t way) {
		return (open >> way & 1) != 0;
	}

	static constexpr std::uint32_t kept_straight(std::uint32_t arrival, std::uint32_t open) {
		if (arrival > GridMap::way_down) {
			return ALL & ~(1U << (arrival ^ 1));
		}
		std::uint32_t kept = 1U << arrival;
		for (const std::uint32_t side : { GridMap::way_left, GridMap::way_right }) {
			if (!is_open(open, both(arrival ^ 1, side))) {
				kept |= 1U << side;
			}
		}
		return kept;
	}

	static constexpr std::uint32_t kept_with_diagonals(std::uint32_t arrival, std::uint32_t open) {
		std::uint32_t kept = 1U << arrival;
		if (arrival > GridMap::way_right) {
			const Tile step = GridMap::STEPS[arrival];
			kept |= 1U << (step.x < 0 ? GridMap::way_left : GridMap::way_right);
			kept |= 1U << (step.y < 0 ? GridMap::way_up : GridMap::way_down);
			return kept;
		}
		const std::uint32_t first_side =
				arrival <= GridMap::way_down ? GridMap::way_left : GridMap::way_up;
		for (const std::uint32_t side : { first_side, first_side ^ 1 }) {
			if (!is_open(open, both(arrival ^ 1, side))) {
				kept |= 1U << side | 1U << both(arrival, side);
			}
		}
		return kept;
	}

	std::array<std::uint8_t, std::size_t{ NOT_REACHED + 1 } * OPEN> ways_{};
};

} // namespace agent_runtime
