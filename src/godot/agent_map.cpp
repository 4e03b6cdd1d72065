#include "godot/agent_map.h"

#include "core/base/counted.h"
#include "core/base/field_problem.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <godot_cpp/classes/tile_map_layer.hpp>
#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/error_macros.hpp>

#include <algorithm>
#include <string>
#include <utility>

using namespace godot;
using agent_runtime::FieldProblem;
using agent_runtime::GridMap;
using agent_runtime::GridMapPtr;
using agent_runtime::GridSpec;
using agent_runtime::Result;
using agent_runtime::Seat;
using agent_runtime::Status;
using agent_runtime::StatusCode;
using agent_runtime::Tile;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;

namespace {

Tile tile_from(const Vector2i &p_tile) {
	return { p_tile.x, p_tile.y };
}

std::string shown(const Vector2i &p_tile) {
	return "(" + std::to_string(p_tile.x) + ", " + std::to_string(p_tile.y) + ")";
}

// What a map consists of before anything was set.
constexpr uint8_t WALKABLE = 0;

Error report_map(const char *p_call, const Status &p_status) {
	return agent_runtime::report_call(p_call, p_status, "AgentMap");
}

Result<Seat> seat_from(const Dictionary &p_seat) {
	const Variant tile = p_seat.get("tile", Variant());
	const int64_t facing = p_seat.get("facing", AgentMap::FACING_DOWN);
	if (tile.get_type() != Variant::VECTOR2I && tile.get_type() != Variant::VECTOR2) {
		return FieldProblem{ "seats", "one has no tile",
			"give each a name, a tile as Vector2i, a facing, and a table if it belongs to one" }
				.to_status();
	}
	if (facing < AgentMap::FACING_DOWN || facing > AgentMap::FACING_UP) {
		return FieldProblem{ "facing", std::to_string(facing) + " is none of the four",
			"use AgentMap.FACING_DOWN, FACING_LEFT, FACING_RIGHT or FACING_UP" }
				.to_status();
	}
	return Seat{ to_utf8(p_seat.get("name", String())), tile_from(tile),
		static_cast<agent_runtime::Facing>(facing), to_utf8(p_seat.get("table", String())) };
}

Dictionary shown_seat(const Seat &p_seat) {
	Dictionary seat;
	seat["name"] = to_godot(p_seat.name);
	seat["tile"] = Vector2i(p_seat.tile.x, p_seat.tile.y);
	seat["facing"] = static_cast<int64_t>(p_seat.facing);
	seat["table"] = to_godot(p_seat.table);
	return seat;
}

} // namespace

void AgentMap::change() {
	grid = nullptr;
	is_broken = false;
	emit_changed();
}

GridMapPtr AgentMap::make_grid() {
	if (grid != nullptr || is_broken) {
		return grid;
	}
	GridSpec made = spec;
	for (const Seat &seat : made.seats) {
		// A seat is an obstacle by itself, so it does not matter if its picture is a solid tile.
		if (const std::optional<std::size_t> index = index_of({ seat.tile.x, seat.tile.y })) {
			made.solid[*index] = WALKABLE;
		}
	}
	Result<GridMapPtr> result = GridMap::make(std::move(made));
	is_broken = !result.ok();
	report_map("it cannot be used", result.status());
	grid = result.value_or(nullptr);
	return grid;
}

// Tiles that were on the map and still are stay as they were.
Status AgentMap::place(const Vector2i &p_origin, const Vector2i &p_size) {
	if (p_size.x < 0 || p_size.y < 0 || p_size.x > GridMap::LARGEST ||
			p_size.y > GridMap::LARGEST) {
		return FieldProblem{ "size", shown(p_size) + " is too small or too large",
			"give it up to " + std::to_string(GridMap::LARGEST) + " tiles each way, or none" }
				.to_status();
	}
	const std::vector<uint8_t> before = std::exchange(spec.solid, {});
	const Rect2i old(get_origin(), get_size());
	const Rect2i kept = old.intersection(Rect2i(p_origin, p_size));
	spec.solid.resize(std::size_t(p_size.x) * std::size_t(p_size.y), WALKABLE);
	for (int32_t row = 0; row < kept.size.y; row++) {
		const Vector2i from = kept.position - old.position + Vector2i(0, row);
		const Vector2i to = kept.position - p_origin + Vector2i(0, row);
		std::copy_n(before.begin() + int64_t(from.y) * old.size.x + from.x, kept.size.x,
				spec.solid.begin() + int64_t(to.y) * p_size.x + to.x);
	}
	spec.origin = tile_from(p_origin);
	spec.width = p_size.x;
	spec.height = p_size.y;
	return Status();
}

void AgentMap::set_size(const Vector2i &p_size) {
	if (p_size != get_size() && report_map("set_size", place(get_origin(), p_size)) == OK) {
		change();
	}
}

Vector2i AgentMap::get_size() const {
	return { spec.width, spec.height };
}

void AgentMap::set_origin(const Vector2i &p_origin) {
	if (p_origin != get_origin() && report_map("set_origin", place(p_origin, get_size())) == OK) {
		change();
	}
}

Vector2i AgentMap::get_origin() const {
	return { spec.origin.x, spec.origin.y };
}

void AgentMap::set_diagonals(bool p_enabled) {
	if (spec.diagonals != p_enabled) {
		spec.diagonals = p_enabled;
		change();
	}
}

bool AgentMap::has_diagonals() const {
	return spec.diagonals;
}

void AgentMap::set_solid_tiles(const PackedByteArray &p_solid) {
	const std::size_t count = static_cast<std::size_t>(p_solid.size());
	if (count != spec.solid.size()) {
		report_map("set_solid_tiles",
				FieldProblem{ "solid_tiles",
						"has " + agent_runtime::counted(count, "byte") + " where the map has " +
								agent_runtime::counted(spec.solid.size(), "tile"),
						"set size first, and give a byte for each tile, row by row" }
						.to_status());
		return;
	}
	std::transform(p_solid.ptr(), p_solid.ptr() + count, spec.solid.begin(),
			[](uint8_t p_tile) { return static_cast<uint8_t>(p_tile != WALKABLE); });
	change();
}

PackedByteArray AgentMap::get_solid_tiles() const {
	PackedByteArray solid;
	solid.resize(static_cast<int64_t>(spec.solid.size()));
	std::copy(spec.solid.begin(), spec.solid.end(), solid.ptrw());
	return solid;
}

void AgentMap::set_seats(const TypedArray<Dictionary> &p_seats) {
	std::vector<Seat> seats;
	for (int64_t i = 0; i < p_seats.size(); i++) {
		Result<Seat> seat = seat_from(p_seats[i]);
		if (!seat.ok()) {
			report_map("set_seats", seat.status());
			return;
		}
		seats.push_back(std::move(seat).value());
	}
	spec.seats = std::move(seats);
	change();
}

TypedArray<Dictionary> AgentMap::get_seats() const {
	TypedArray<Dictionary> seats;
	for (const Seat &seat : spec.seats) {
		seats.push_back(shown_seat(seat));
	}
	return seats;
}

std::optional<std::size_t> AgentMap::index_of(const Vector2i &p_tile) const {
	const int64_t x = int64_t(p_tile.x) - spec.origin.x;
	const int64_t y = int64_t(p_tile.y) - spec.origin.y;
	if (x < 0 || x >= spec.width || y < 0 || y >= spec.height) {
		return std::nullopt;
	}
	return static_cast<std::size_t>(y * spec.width + x);
}

Status AgentMap::require_on_map(const Vector2i &p_tile) const {
	if (index_of(p_tile)) {
		return Status();
	}
	if (spec.width == 0 || spec.height == 0) {
		return FieldProblem{ "size", "the map has no tiles yet", "set size first" }.to_status();
	}
	return FieldProblem{ "tile", shown(p_tile) + " lies off the map",
		"use one from " + shown(get_origin()) + " to " +
				shown(get_origin() + get_size() - Vector2i(1, 1)) + ", or set origin and size" }
			.to_status();
}

void AgentMap::set_solid(const Vector2i &p_tile, bool p_solid) {
	if (report_map("set_solid", require_on_map(p_tile)) != OK) {
		return;
	}
	uint8_t &solid = spec.solid[*index_of(p_tile)];
	if (solid != uint8_t(p_solid)) {
		solid = p_solid;
		change();
	}
}

void AgentMap::fill_solid(const Rect2i &p_rect, bool p_solid) {
	const Rect2i area = p_rect.abs().intersection(Rect2i(get_origin(), get_size()));
	if (!area.has_area()) {
		report_map("fill_solid", require_on_map(p_rect.position));
		return;
	}
	bool is_changed = false;
	for (int32_t row = 0; row < area.size.y; row++) {
		const auto begin = spec.solid.begin() +
				static_cast<int64_t>(*index_of(area.position + Vector2i(0, row)));
		is_changed = is_changed ||
				std::count(begin, begin + area.size.x, uint8_t(p_solid)) != area.size.x;
		std::fill_n(begin, area.size.x, uint8_t(p_solid));
	}
	if (is_changed) {
		change();
	}
}

bool AgentMap::is_solid(const Vector2i &p_tile) const {
	const std::optional<std::size_t> index = index_of(p_tile);
	return !index || spec.solid[*index] != WALKABLE;
}

Error AgentMap::add_seat(
		const String &p_name, const Vector2i &p_tile, Facing p_facing, const String &p_table) {
	Dictionary described;
	described["name"] = p_name;
	described["tile"] = p_tile;
	described["facing"] = p_facing;
	described["table"] = p_table;
	Result<Seat> seat = seat_from(described);
	Status status = seat.ok() ? require_on_map(p_tile) : seat.status();
	if (status.ok()) {
		// Without walls; see make_grid().
		GridSpec wanted{ .origin = spec.origin,
			.width = spec.width,
			.height = spec.height,
			.diagonals = {},
			.solid = {},
			.seats = spec.seats };
		wanted.seats.push_back(std::move(seat).value());
		status = GridMap::check(wanted);
		if (status.ok()) {
			spec.seats = std::move(wanted.seats);
			change();
		}
	}
	return report_map("add_seat", status);
}

Error AgentMap::remove_seat(const String &p_name) {
	const std::string name = to_utf8(p_name);
	if (std::erase_if(spec.seats, [&](const Seat &p_seat) { return p_seat.name == name; }) == 0) {
		return report_map("remove_seat",
				FieldProblem{ "name", "there is no seat " + agent_runtime::quoted_name(name),
						"give the name of one of its seats" }
						.to_status(StatusCode::not_found));
	}
	change();
	return OK;
}

// Includes the tile where it begins, like the engine's own searches. So an empty path always means
// that there is none.
PackedVector2Array AgentMap::shown_path(const Vector2i &p_from) const {
	PackedVector2Array path;
	path.resize(static_cast<int64_t>(found.size()) + 1);
	Vector2 *next = path.ptrw();
	*next++ = p_from;
	for (const Tile tile : found) {
		*next++ = Vector2(real_t(tile.x), real_t(tile.y));
	}
	return path;
}

PackedVector2Array AgentMap::find_path(const Vector2i &p_from, const Vector2i &p_to) {
	const GridMapPtr map = make_grid();
	if (map == nullptr || !search.find(*map, tile_from(p_from), tile_from(p_to), found)) {
		return PackedVector2Array();
	}
	return shown_path(p_from);
}

PackedVector2Array AgentMap::find_path_adjacent(const Vector2i &p_from, const Vector2i &p_target) {
	const GridMapPtr map = make_grid();
	const auto nobody = [](Tile) { return false; };
	if (map == nullptr ||
			!search.find_adjacent(*map, tile_from(p_from), tile_from(p_target), nobody, found)) {
		return PackedVector2Array();
	}
	return shown_path(p_from);
}

bool AgentMap::is_reachable(const Vector2i &p_from, const Vector2i &p_to) {
	const GridMapPtr map = make_grid();
	return map != nullptr && map->is_reachable(tile_from(p_from), tile_from(p_to));
}

void AgentMap::_bind_methods() {
	ClassDB::bind_method(
			D_METHOD("set_solid", "tile", "solid"), &AgentMap::set_solid, DEFVAL(true));
	ClassDB::bind_method(
			D_METHOD("fill_solid", "rect", "solid"), &AgentMap::fill_solid, DEFVAL(true));
	ClassDB::bind_method(D_METHOD("is_solid", "tile"), &AgentMap::is_solid);
	ClassDB::bind_method(D_METHOD("fill_from_layer", "layer", "custom_data"),
			&AgentMap::fill_from_layer, DEFVAL("walkable"));
	ClassDB::bind_method(D_METHOD("add_seat", "name", "tile", "facing", "table"),
			&AgentMap::add_seat, DEFVAL(""));
	ClassDB::bind_method(D_METHOD("remove_seat", "name"), &AgentMap::remove_seat);
	ClassDB::bind_method(D_METHOD("find_path", "from", "to"), &AgentMap::find_path);
	ClassDB::bind_method(
			D_METHOD("find_path_adjacent", "from", "target"), &AgentMap::find_path_adjacent);
	ClassDB::bind_method(D_METHOD("is_reachable", "from", "to"), &AgentMap::is_reachable);
	bind_properties();

	BIND_ENUM_CONSTANT(FACING_DOWN);
	BIND_ENUM_CONSTANT(FACING_LEFT);
	BIND_ENUM_CONSTANT(FACING_RIGHT);
	BIND_ENUM_CONSTANT(FACING_UP);
}

// In the order in which they have to be set when a saved map is loaded.
void AgentMap::bind_properties() {
	ClassDB::bind_method(D_METHOD("set_size", "size"), &AgentMap::set_size);
	ClassDB::bind_method(D_METHOD("get_size"), &AgentMap::get_size);
	ClassDB::bind_method(D_METHOD("set_origin", "origin"), &AgentMap::set_origin);
	ClassDB::bind_method(D_METHOD("get_origin"), &AgentMap::get_origin);
	ClassDB::bind_method(D_METHOD("set_diagonals", "enabled"), &AgentMap::set_diagonals);
	ClassDB::bind_method(D_METHOD("has_diagonals"), &AgentMap::has_diagonals);
	ClassDB::bind_method(D_METHOD("set_solid_tiles", "solid"), &AgentMap::set_solid_tiles);
	ClassDB::bind_method(D_METHOD("get_solid_tiles"), &AgentMap::get_solid_tiles);
	ClassDB::bind_method(D_METHOD("set_seats", "seats"), &AgentMap::set_seats);
	ClassDB::bind_method(D_METHOD("get_seats"), &AgentMap::get_seats);

	ADD_PROPERTY(PropertyInfo(Variant::VECTOR2I, "size", PROPERTY_HINT_RANGE, "0,2048,1"),
			"set_size", "get_size");
	ADD_PROPERTY(PropertyInfo(Variant::VECTOR2I, "origin"), "set_origin", "get_origin");
	ADD_PROPERTY(PropertyInfo(Variant::BOOL, "diagonals"), "set_diagonals", "has_diagonals");
	ADD_PROPERTY(PropertyInfo(Variant::PACKED_BYTE_ARRAY, "solid_tiles", PROPERTY_HINT_NONE, "",
						 PROPERTY_USAGE_STORAGE),
			"set_solid_tiles", "get_solid_tiles");
	ADD_PROPERTY(PropertyInfo(Variant::ARRAY, "seats", PROPERTY_HINT_ARRAY_TYPE, "Dictionary"),
			"set_seats", "get_seats");
}
