#include "core/world/grid_map.h"

#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

using nlohmann::json;

namespace {

Status damaged(const std::string &what) {
	return Status(
			StatusCode::corrupt, "the recorded map cannot be read: " + what + "; record again");
}

// Nothing unless the value is exactly a whole number.
std::optional<std::int32_t> whole(const json &object, const char *field) {
	const auto found = object.find(field);
	if (found == object.end() || !found->is_number_integer()) {
		return std::nullopt;
	}
	const std::int64_t number = found->get<std::int64_t>();
	if (number < -GridMap::FARTHEST || number > GridMap::FARTHEST) {
		return std::nullopt;
	}
	return static_cast<std::int32_t>(number);
}

std::optional<Tile> tile_in(const json &object) {
	const std::optional<std::int32_t> x = whole(object, "x");
	const std::optional<std::int32_t> y = whole(object, "y");
	if (!x || !y) {
		return std::nullopt;
	}
	return Tile{ *x, *y };
}

std::string words(const json &object, const char *field) {
	const auto found = object.find(field);
	return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool read_row(const json &runs, std::int32_t width, std::vector<std::uint8_t> &solid) {
	if (!runs.is_array()) {
		return false;
	}
	std::uint8_t kind = 0;
	std::int64_t filled = 0;
	for (const json &run : runs) {
		const std::int64_t length = run.is_number_integer() ? run.get<std::int64_t>() : -1;
		if (length < 0 || length > width - filled) {
			return false;
		}
		solid.insert(solid.end(), static_cast<std::size_t>(length), kind);
		filled += length;
		kind ^= 1;
	}
	return filled == width;
}

Status read_rows(const json &map, GridSpec &spec) {
	const auto rows = map.find("rows");
	if (rows == map.end() || !rows->is_array() ||
			rows->size() != static_cast<std::size_t>(spec.height)) {
		return damaged("it has not as many rows as it is high");
	}
	for (const json &row : *rows) {
		if (!read_row(row, spec.width, spec.solid)) {
			return damaged("a row is not as long as it is wide");
		}
	}
	return Status();
}

Status read_seats(const json &map, GridSpec &spec) {
	const auto seats = map.find("seats");
	if (seats == map.end()) {
		return Status();
	}
	for (const json &seat : *seats) {
		const std::optional<Tile> tile = seat.is_object() ? tile_in(seat) : std::nullopt;
		const std::optional<Facing> facing =
				seat.is_object() ? parse_facing(words(seat, "facing")) : std::nullopt;
		if (!tile || !facing) {
			return damaged("a seat has no tile, or looks nowhere");
		}
		spec.seats.push_back({ words(seat, "name"), *tile, *facing, words(seat, "table") });
	}
	return Status();
}

} // namespace

json GridMap::to_json() const {
	json rows = json::array();
	for (std::int32_t y = 0; y < spec_.height; y++) {
		json runs = json::array();
		bool is_wall = false;
		std::int32_t length = 0;
		for (std::int32_t x = 0; x < spec_.width; x++, length++) {
			if (is_solid({ spec_.origin.x + x, spec_.origin.y + y }) != is_wall) {
				runs.push_back(std::exchange(length, 0));
				is_wall = !is_wall;
			}
		}
		runs.push_back(length);
		rows.push_back(std::move(runs));
	}
	json seats = json::array();
	for (const Seat &seat : spec_.seats) {
		json described{ { "name", seat.name }, { "x", seat.tile.x }, { "y", seat.tile.y },
			{ "facing", facing_name(seat.facing) } };
		if (!seat.table.empty()) {
			described["table"] = seat.table;
		}
		seats.push_back(std::move(described));
	}
	return { { "x", spec_.origin.x }, { "y", spec_.origin.y }, { "width", spec_.width },
		{ "height", spec_.height }, { "diagonals", spec_.diagonals }, { "rows", std::move(rows) },
		{ "seats", std::move(seats) } };
}

Result<GridMapPtr> GridMap::from_json(const json &map) {
	if (!map.is_object()) {
		return damaged("it is no object");
	}
	const std::optional<Tile> origin = tile_in(map);
	const std::optional<std::int32_t> width = whole(map, "width");
	const std::optional<std::int32_t> height = whole(map, "height");
	if (!origin || !width || !height || *width < 1 || *width > LARGEST || *height < 1 ||
			*height > LARGEST) {
		return damaged("it has no place, or no size");
	}
	GridSpec spec;
	spec.origin = *origin;
	spec.width = *width;
	spec.height = *height;
	const auto diagonals = map.find("diagonals");
	spec.diagonals = diagonals != map.end() && diagonals->is_boolean() && diagonals->get<bool>();
	if (const Status read = read_rows(map, spec); !read.ok()) {
		return read;
	}
	if (const Status read = read_seats(map, spec); !read.ok()) {
		return read;
	}
	return make(std::move(spec));
}

} // namespace agent_runtime
