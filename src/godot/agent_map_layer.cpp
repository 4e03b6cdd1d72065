// How AgentMap reads a TileMapLayer.

#include "godot/agent_map.h"

#include "core/base/field_problem.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <godot_cpp/classes/tile_data.hpp>
#include <godot_cpp/classes/tile_map_layer.hpp>
#include <godot_cpp/classes/tile_set.hpp>

using namespace godot;
using agent_runtime::FieldProblem;
using agent_runtime::report_call;
using agent_runtime::shown_name;
using agent_runtime::Status;
using agent_runtime::StatusCode;
using agent_runtime::to_utf8;

// A map without a size takes the size of what is drawn, and nobody can walk where nothing is drawn.
// A map with a size is only added to: what the layer leaves empty stays as it is.
Status AgentMap::read_layer(const TileMapLayer &p_layer, const String &p_custom_data) {
	const Ref<TileSet> tiles = p_layer.get_tile_set();
	if (tiles.is_null()) {
		return FieldProblem{ "layer", "has no TileSet", "give it the one with which it was drawn" }
				.to_status(StatusCode::failed_precondition);
	}
	if (tiles->get_custom_data_layer_by_name(p_custom_data) < 0) {
		return FieldProblem{ "custom_data",
			"the TileSet has no custom data layer " + shown_name(to_utf8(p_custom_data)),
			"add one of type bool to it, and tick it on tiles that can be walked on" }
				.to_status(StatusCode::not_found);
	}
	const Rect2i used = p_layer.get_used_rect();
	const bool is_first = get_size() == Vector2i();
	if (is_first && !used.has_area()) {
		return FieldProblem{ "layer", "has no tiles", "draw some, or set size" }.to_status(
				StatusCode::failed_precondition);
	}
	if (is_first && !place(used.position, used.size).ok()) {
		return FieldProblem{ "layer", "is too large for a map",
			"set origin and size to the part that is walked on" }
				.to_status();
	}
	const Rect2i area = used.intersection(Rect2i(get_origin(), get_size()));
	for (int32_t y = area.position.y; y < area.get_end().y; y++) {
		for (int32_t x = area.position.x; x < area.get_end().x; x++) {
			const TileData *const tile = p_layer.get_cell_tile_data(Vector2i(x, y));
			uint8_t &solid = spec.solid[*index_of(Vector2i(x, y))];
			if (tile != nullptr) {
				solid = tile->get_custom_data(p_custom_data).booleanize() ? 0 : 1;
			} else if (is_first) {
				solid = 1;
			}
		}
	}
	change();
	return Status();
}

Error AgentMap::fill_from_layer(TileMapLayer *p_layer, const String &p_custom_data) {
	const Status status = p_layer != nullptr
			? read_layer(*p_layer, p_custom_data)
			: FieldProblem{ "layer", "is null", "give a TileMapLayer" }.to_status();
	return report_call("fill_from_layer", status, "AgentMap");
}
