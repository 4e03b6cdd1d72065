#include "core/world/tile.h"

#include <algorithm>
#include <cmath>

namespace agent_runtime {

namespace {

constexpr float FARTHEST_PLACE = 1'000'000'000.0f;

std::int32_t nearest_whole(float coordinate) {
	if (std::isnan(coordinate)) {
		return 0;
	}
	return static_cast<std::int32_t>(
			std::floor(double(std::clamp(coordinate, -FARTHEST_PLACE, FARTHEST_PLACE)) + 0.5));
}

} // namespace

Tile tile_at(TilePosition position) {
	return { nearest_whole(position.x), nearest_whole(position.y) };
}

std::optional<Facing> facing_towards(TilePosition from, TilePosition to) {
	const float across = to.x - from.x;
	const float down = to.y - from.y;
	if (std::abs(across) > std::abs(down)) {
		return across > 0.0f ? Facing::right : Facing::left;
	}
	if (down == 0.0f || std::isnan(across) || std::isnan(down)) {
		return std::nullopt;
	}
	return down > 0.0f ? Facing::down : Facing::up;
}

} // namespace agent_runtime
