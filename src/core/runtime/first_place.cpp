#include "core/runtime/first_place.h"

namespace agent_runtime {

Status no_seat(const char *field, const std::string &seat) {
	return FieldProblem{ field, "the map has no seat " + quoted_name(seat),
		"take one of its seats, or none" }
			.to_status();
}

Status check_seat(const AgentConfigFields &config, const GridMapPtr &map) {
	const std::string &seat = config.profile.seat();
	return seat.empty() || map == nullptr || map->find_seat(seat) != nullptr
			? Status()
			: no_seat("agent_config.seat", seat);
}

TilePosition first_place(const AgentConfigFields &config, const GridMapPtr &map) {
	if (config.initial_position) {
		return *config.initial_position;
	}
	const Seat *seat = map != nullptr ? map->find_seat(config.profile.seat()) : nullptr;
	return seat != nullptr ? centre_of(seat->tile) : TilePosition();
}

void warn_if_off_map(const AgentConfigFields &config, const GridMapPtr &map, const Logger &log) {
	const TilePosition place = config.initial_position.value_or(TilePosition());
	const Tile tile = tile_at(place);
	if (place == TilePosition() || map == nullptr || map->contains(tile) ||
			config.profile.moved_by_game) {
		return;
	}
	const auto shown = [](std::int32_t x, std::int32_t y) {
		return "(" + std::to_string(x) + ", " + std::to_string(y) + ")";
	};
	const Tile first = map->origin();
	log.warning("agent_config.initial_position: " + shown(tile.x, tile.y) +
			" is off the map, which goes from " + shown(first.x, first.y) + " to " +
			shown(first.x + map->width() - 1, first.y + map->height() - 1) +
			"; the agent stands on the nearest free tile");
}

} // namespace agent_runtime
