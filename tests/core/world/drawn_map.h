#pragma once

#include "core/world/grid_map.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

inline GridMapPtr map_of(GridSpec spec) {
	Result<GridMapPtr> made = GridMap::make(std::move(spec));
	REQUIRE_MESSAGE(made.ok(), made.status().to_string());
	return made.value();
}

// A map as a test draws it: '#' is a wall, a letter from a to z is a seat of that name that faces
// up, and anything else is floor.
inline GridSpec drawn(const std::vector<std::string> &rows, bool diagonals = false) {
	GridSpec spec;
	spec.width = static_cast<std::int32_t>(rows.front().size());
	spec.height = static_cast<std::int32_t>(rows.size());
	spec.diagonals = diagonals;
	for (std::int32_t y = 0; y < spec.height; y++) {
		for (std::int32_t x = 0; x < spec.width; x++) {
			const char at = rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
			spec.solid.push_back(at == '#' ? 1 : 0);
			if (at >= 'a' && at <= 'z') {
				spec.seats.push_back({ std::string(1, at), { x, y }, Facing::up, "" });
			}
		}
	}
	return spec;
}

inline GridMapPtr drawn_map(const std::vector<std::string> &rows, bool diagonals = false) {
	return map_of(drawn(rows, diagonals));
}

} // namespace agent_runtime
