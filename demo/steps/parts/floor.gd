class_name StepFloor
extends TileMapLayer
## The floor of a room with its walls, which are tiles whose custom data "walkable" is false. It
## reports which tile was clicked.

## Emitted when the player has clicked on a tile.
signal tile_clicked(tile: Vector2i)


## Whether nobody can stand on [param tile].
func is_wall(tile: Vector2i) -> bool:
	return get_cell_tile_data(tile).get_custom_data("walkable") != true


func _unhandled_input(event: InputEvent) -> void:
	var click := event as InputEventMouseButton
	if click != null and click.pressed and click.button_index == MOUSE_BUTTON_LEFT:
		var tile: Vector2i = local_to_map(get_local_mouse_position())
		if get_cell_source_id(tile) >= 0:
			tile_clicked.emit(tile)
