#pragma once

// Where agents should walk, and on which map.
// Thread rule: immutable once posted.

#include "core/agents/input_rows.h"
#include "core/base/choices.h"
#include "core/base/trace_id.h"
#include "core/world/grid_map.h"
#include "core/world/tile.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// Where an agent should walk, or that it should stop.
struct WalkInput {
	static constexpr std::string_view KIND = "walk";

	enum class Way : std::uint8_t { to_tile, beside, to_seat, stop, nearby };

	AgentId agent;
	Way way = Way::to_tile;
	Tile tile = {};
	std::optional<Facing> face = {}; // on arrival at the tile
	AgentId partner = {}; // to go to
	RequestId request = {}; // answered if it is set
	TilePosition place = {}; // to be there, or as near as there is space
	TraceId trace = {};

	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "agent" }, &WalkInput::agent),
			bind({ .name = "way" }, &WalkInput::way),
			bind({ .name = "tile" }, &recorded_tile, &take_tile),
			bind({ .name = "face" }, &WalkInput::face),
			bind({ .name = "partner" }, &WalkInput::partner),
			number_field({ .name = "request" }, &WalkInput::request),
			bind({ .name = "target" }, &WalkInput::place),
		};
	}

private:
	static std::vector<std::int32_t> recorded_tile(const WalkInput &input);
	static void take_tile(WalkInput &input, const std::vector<std::int32_t> &tile);
};

template <>
struct Choices<WalkInput::Way> {
	static constexpr std::array<std::string_view, 5> NAMES = { "to_tile", "beside", "to_seat",
		"stop", "nearby" };
	static constexpr WalkInput::Way OTHER = WalkInput::Way::stop;
};

// Walks to a place that need not be the middle of a tile.
inline WalkInput walk_to(AgentId agent, TilePosition place, RequestId request = {}) {
	return { .agent = agent, .way = WalkInput::Way::nearby, .request = request, .place = place };
}

// The map on which agents stand and walk from now on; null: there is none, and agents are wherever
// they go at once.
struct MapInput {
	static constexpr std::string_view KIND = "map";

	GridMapPtr map;

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "map" }, &recorded_map, &take_map) };
	}

private:
	static nlohmann::json recorded_map(const MapInput &input);
	// A map that cannot be read becomes none; the replay will then differ, and the comparison will
	// show it.
	static void take_map(MapInput &input, const nlohmann::json &map);
};

} // namespace agent_runtime
