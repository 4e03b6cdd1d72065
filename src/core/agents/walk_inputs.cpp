#include "core/agents/walk_inputs.h"

#include <nlohmann/json.hpp>

namespace agent_runtime {

using nlohmann::json;

std::vector<std::int32_t> WalkInput::recorded_tile(const WalkInput &input) {
	return { input.tile.x, input.tile.y };
}

void WalkInput::take_tile(WalkInput &input, const std::vector<std::int32_t> &tile) {
	input.tile = tile.size() == 2 ? Tile{ tile[0], tile[1] } : Tile();
}

json MapInput::recorded_map(const MapInput &input) {
	return input.map != nullptr ? input.map->to_json() : json();
}

void MapInput::take_map(MapInput &input, const json &map) {
	const Result<GridMapPtr> read = map.is_object() ? GridMap::from_json(map) : GridMapPtr();
	input.map = read.ok() ? read.value() : nullptr;
}

} // namespace agent_runtime
