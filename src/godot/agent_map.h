#pragma once

#include "core/base/status.h"
#include "core/world/grid_map.h"
#include "core/world/path_search.h"

#include <godot_cpp/classes/resource.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/packed_byte_array.hpp>
#include <godot_cpp/variant/packed_vector2_array.hpp>
#include <godot_cpp/variant/rect2i.hpp>
#include <godot_cpp/variant/typed_array.hpp>
#include <godot_cpp/variant/vector2i.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace godot {
class TileMapLayer;
}

// The map on which agents walk, as a file of the game or made by a script. It can be changed at
// will. When somebody needs a map of the core, one is made from its present state, and that one
// never changes, so runtimes may use it on their own threads. Paths are searched with scratch space
// of its own. Main thread only.
// Files: agent_map.cpp what it contains and finds, agent_map_layer.cpp how it reads a TileMapLayer.
class AgentMap : public godot::Resource {
	GDCLASS(AgentMap, godot::Resource)

public:
	enum Facing {
		FACING_DOWN,
		FACING_LEFT,
		FACING_RIGHT,
		FACING_UP,
	};

private:
	agent_runtime::GridSpec spec; // `solid` has a value for each tile
	agent_runtime::GridMapPtr grid; // null: changed since, or never made
	bool is_broken = false; // what is wrong with it was reported
	agent_runtime::PathSearch search;
	std::vector<agent_runtime::Tile> found; // the newest path

	void change();
	agent_runtime::Status place(const godot::Vector2i &p_origin, const godot::Vector2i &p_size);
	std::optional<std::size_t> index_of(const godot::Vector2i &p_tile) const;
	agent_runtime::Status require_on_map(const godot::Vector2i &p_tile) const;
	godot::PackedVector2Array shown_path(const godot::Vector2i &p_from) const;
	agent_runtime::Status read_layer(
			const godot::TileMapLayer &p_layer, const godot::String &p_custom_data);

protected:
	static void _bind_methods();
	static void bind_properties();

public:
	void set_size(const godot::Vector2i &p_size);
	godot::Vector2i get_size() const;
	void set_origin(const godot::Vector2i &p_origin);
	godot::Vector2i get_origin() const;
	void set_diagonals(bool p_enabled);
	bool has_diagonals() const;
	// One byte for each tile, row by row: the form in which the map is saved.
	void set_solid_tiles(const godot::PackedByteArray &p_solid);
	godot::PackedByteArray get_solid_tiles() const;
	void set_seats(const godot::TypedArray<godot::Dictionary> &p_seats);
	godot::TypedArray<godot::Dictionary> get_seats() const;

	void set_solid(const godot::Vector2i &p_tile, bool p_solid);
	void fill_solid(const godot::Rect2i &p_rect, bool p_solid);
	bool is_solid(const godot::Vector2i &p_tile) const;
	godot::Error fill_from_layer(godot::TileMapLayer *p_layer, const godot::String &p_custom_data);
	godot::Error add_seat(const godot::String &p_name, const godot::Vector2i &p_tile,
			Facing p_facing, const godot::String &p_table);
	godot::Error remove_seat(const godot::String &p_name);

	godot::PackedVector2Array find_path(const godot::Vector2i &p_from, const godot::Vector2i &p_to);
	godot::PackedVector2Array find_path_adjacent(
			const godot::Vector2i &p_from, const godot::Vector2i &p_target);
	bool is_reachable(const godot::Vector2i &p_from, const godot::Vector2i &p_to);

	// Makes it from the present state. Null when that is not a valid map; the reason is printed
	// once for each change.
	agent_runtime::GridMapPtr make_grid();
};

VARIANT_ENUM_CAST(AgentMap::Facing);
