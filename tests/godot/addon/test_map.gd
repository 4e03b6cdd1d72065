extends "res://test_case.gd"
## AgentMap: what it holds, the paths on it, how it reads a layer of tiles, and what it refuses.

const WALL := Vector2i(1, 0)
const FLOOR := Vector2i(0, 0)


func test_a_path_goes_round_what_is_solid_and_holds_both_ends() -> void:
	var map: AgentMap = new_map(Vector2i(3, 3))
	map.fill_solid(Rect2i(1, 0, 1, 2))
	equal(map.find_path(Vector2i(0, 0), Vector2i(2, 0)), PackedVector2Array([Vector2(0, 0),
			Vector2(0, 1), Vector2(0, 2), Vector2(1, 2), Vector2(2, 2), Vector2(2, 1),
			Vector2(2, 0)]), "path")
	equal(map.find_path(Vector2i(0, 0), Vector2i(0, 0)), PackedVector2Array([Vector2(0, 0)]),
			"where it is")
	equal(map.is_reachable(Vector2i(0, 0), Vector2i(2, 0)), true, "reachable")
	map.set_solid(Vector2i(1, 2))
	equal(map.find_path(Vector2i(0, 0), Vector2i(2, 0)), PackedVector2Array(), "no path")
	equal(map.is_reachable(Vector2i(0, 0), Vector2i(2, 0)), false, "not reachable")


func test_diagonals_cut_no_corner() -> void:
	var map: AgentMap = new_map(Vector2i(2, 2))
	map.diagonals = true
	equal(map.find_path(Vector2i(0, 0), Vector2i(1, 1)).size(), 2, "across")
	map.set_solid(Vector2i(1, 0))
	equal(map.find_path(Vector2i(0, 0), Vector2i(1, 1)).size(), 3, "round the corner")


func test_a_path_to_somebody_ends_beside_him() -> void:
	var map: AgentMap = new_map(Vector2i(5, 1))
	map.origin = Vector2i(-2, 7)
	equal(map.find_path_adjacent(Vector2i(-2, 7), Vector2i(2, 7)),
			PackedVector2Array([Vector2(-2, 7), Vector2(-1, 7), Vector2(0, 7), Vector2(1, 7)]),
			"path")
	equal(map.find_path_adjacent(Vector2i(1, 7), Vector2i(2, 7)),
			PackedVector2Array([Vector2(1, 7)]), "beside already")


func test_paths_are_as_long_as_those_of_the_engine() -> void:
	var chance := RandomNumberGenerator.new()
	chance.seed = 5
	for number: int in 60:
		var map: AgentMap = new_map(Vector2i(chance.randi_range(2, 30), chance.randi_range(2, 30)))
		map.diagonals = number % 2 == 0
		var grid: AStarGrid2D = engine_grid(map)
		for index: int in chance.randi_range(0, 300):
			var wall: Vector2i = tile_on(map, chance)
			map.set_solid(wall)
			grid.set_point_solid(wall)
		for query: int in 20:
			var from: Vector2i = tile_on(map, chance)
			var to: Vector2i = tile_on(map, chance)
			if map.is_solid(from) or map.is_solid(to):
				continue
			var ours: PackedVector2Array = map.find_path(from, to)
			var theirs: PackedVector2Array = grid.get_point_path(from, to)
			check(is_equal_approx(length_of(ours), length_of(theirs)), "%s to %s" % [from, to])
			equal(ours.is_empty(), theirs.is_empty(), "there is none")
			equal(map.is_reachable(from, to), not theirs.is_empty(), "reachable")


func test_seats_are_in_the_way_of_everybody_but_who_comes_to_them() -> void:
	var map: AgentMap = new_map(Vector2i(3, 2))
	map.set_solid(Vector2i(1, 0)) # the chair's own picture
	equal(map.add_seat("desk", Vector2i(1, 0), AgentMap.FACING_UP), OK, "a desk")
	equal(map.add_seat("head", Vector2i(2, 0), AgentMap.FACING_LEFT, "table"), OK, "at a table")
	equal(map.get_seats(), [
		{"name": "desk", "tile": Vector2i(1, 0), "facing": 3, "table": ""},
		{"name": "head", "tile": Vector2i(2, 0), "facing": 1, "table": "table"},
	] as Array[Dictionary], "seats")
	equal(map.find_path(Vector2i(0, 0), Vector2i(2, 0)).size(), 5, "round the desk's chair")
	equal(map.find_path(Vector2i(0, 0), Vector2i(1, 0)).size(), 2, "to it")
	equal(map.remove_seat("desk"), OK, "remove_seat")
	map.set_solid(Vector2i(1, 0), false)
	equal(map.find_path(Vector2i(0, 0), Vector2i(2, 0)).size(), 3, "where it stood")


func test_a_map_tells_when_it_has_changed_and_only_then() -> void:
	var map: AgentMap = new_map(Vector2i(4, 4))
	var changes: Array[int] = [0]
	map.changed.connect(func() -> void: changes[0] += 1)
	map.set_solid(Vector2i(1, 1))
	map.fill_solid(Rect2i(0, 0, 2, 2))
	map.add_seat("a", Vector2i(3, 3), AgentMap.FACING_DOWN)
	map.diagonals = true
	map.origin = Vector2i(0, -1)
	equal(changes[0], 5, "changes")
	map.set_solid(Vector2i(1, 1))
	map.fill_solid(Rect2i(0, 0, 2, 2))
	map.diagonals = true
	map.size = Vector2i(4, 4)
	equal(changes[0], 5, "after setting what is so already")


func test_tiles_that_stay_on_the_map_keep_what_they_are() -> void:
	var map: AgentMap = new_map(Vector2i(4, 4))
	map.set_solid(Vector2i(2, 1))
	map.origin = Vector2i(1, 1)
	map.size = Vector2i(6, 2)
	equal(map.is_solid(Vector2i(2, 1)), true, "the wall")
	equal(map.solid_tiles.count(1), 1, "walls")
	equal(map.is_solid(Vector2i(6, 2)), false, "a new tile")
	equal(map.is_solid(Vector2i(0, 0)), true, "off the map")


func test_a_saved_map_is_the_same_when_it_is_loaded() -> void:
	var map: AgentMap = new_map(Vector2i(5, 3))
	map.origin = Vector2i(-1, -1)
	map.diagonals = true
	map.fill_solid(Rect2i(0, 0, 2, 2))
	map.add_seat("a", Vector2i(3, 1), AgentMap.FACING_RIGHT, "table")
	equal(ResourceSaver.save(map, "user://map.tres"), OK, "save")
	var loaded := ResourceLoader.load("user://map.tres", "",
			ResourceLoader.CACHE_MODE_IGNORE) as AgentMap
	for property: StringName in [&"size", &"origin", &"diagonals", &"solid_tiles", &"seats"]:
		equal(loaded.get(property), map.get(property), property)


func test_a_layer_of_tiles_says_where_one_can_walk() -> void:
	var map := AgentMap.new()
	var floor_layer: TileMapLayer = new_layer()
	for x: int in range(-1, 3):
		floor_layer.set_cell(Vector2i(x, 2), 0, FLOOR)
	floor_layer.set_cell(Vector2i(0, 1), 0, WALL)
	equal(map.fill_from_layer(floor_layer), OK, "the floor")
	equal([map.origin, map.size], [Vector2i(-1, 1), Vector2i(4, 2)], "origin and size")
	equal(map.is_solid(Vector2i(0, 1)), true, "a wall")
	equal(map.is_solid(Vector2i(1, 1)), true, "no tile")
	equal(map.is_solid(Vector2i(1, 2)), false, "floor")
	var furniture: TileMapLayer = new_layer()
	furniture.set_cell(Vector2i(1, 2), 0, WALL)
	furniture.set_cell(Vector2i(1, 1), 0, FLOOR)
	furniture.set_cell(Vector2i(9, 9), 0, WALL)
	equal(map.fill_from_layer(furniture), OK, "the furniture")
	equal(map.size, Vector2i(4, 2), "the size stays")
	equal(map.is_solid(Vector2i(1, 2)), true, "a piece of furniture")
	equal(map.is_solid(Vector2i(1, 1)), false, "a bridge")
	equal(map.is_solid(Vector2i(0, 2)), false, "what it leaves empty")


func test_a_layer_that_says_nothing_is_refused_with_what_to_do() -> void:
	var map := AgentMap.new()
	expect_error("AgentMap: fill_from_layer: layer: is null")
	equal(map.fill_from_layer(null), ERR_INVALID_PARAMETER, "null")
	var layer := keep(TileMapLayer.new()) as TileMapLayer
	expect_error("layer: has no TileSet; give it the one with which it was drawn")
	equal(map.fill_from_layer(layer), ERR_UNCONFIGURED, "no TileSet")
	layer.tile_set = TileSet.new()
	expect_error("has no custom data layer walkable; add one of type bool")
	equal(map.fill_from_layer(layer), ERR_DOES_NOT_EXIST, "no custom data")
	expect_error("layer: has no tiles")
	equal(map.fill_from_layer(new_layer()), ERR_UNCONFIGURED, "no tiles")


func test_what_is_wrong_is_refused_with_what_to_do() -> void:
	var map := AgentMap.new()
	expect_error("set_solid: size: the map has no tiles yet; set size first")
	map.set_solid(Vector2i(0, 0))
	expect_error("set_size: size: (3000, 2) is too small or too large; give it up to 2048")
	map.size = Vector2i(3000, 2)
	map.size = Vector2i(3, 2)
	expect_error("set_solid: tile: (3, 0) lies off the map; use one from (0, 0) to (2, 1)")
	map.set_solid(Vector2i(3, 0))
	expect_error("add_seat: tile: (0, 5) lies off the map")
	equal(map.add_seat("a", Vector2i(0, 5), AgentMap.FACING_UP), ERR_INVALID_PARAMETER, "off it")
	equal(map.add_seat("a", Vector2i(0, 0), AgentMap.FACING_UP), OK, "a seat")
	expect_error("add_seat: map.seats[1].name: there is a seat a already")
	equal(map.add_seat("a", Vector2i(1, 0), AgentMap.FACING_UP), ERR_INVALID_PARAMETER, "twice")
	expect_error("add_seat: map.seats[1].tile: on (0, 0) there is a seat already")
	equal(map.add_seat("b", Vector2i(0, 0), AgentMap.FACING_UP), ERR_INVALID_PARAMETER, "taken")
	expect_error("remove_seat: name: there is no seat \"c\"; give the name of one of its seats")
	equal(map.remove_seat("c"), ERR_DOES_NOT_EXIST, "no such seat")
	expect_error("set_solid_tiles: solid_tiles: has 2 bytes where the map has 6 tiles")
	map.solid_tiles = PackedByteArray([1, 1])


func test_a_map_that_cannot_be_used_says_so_once_and_has_no_paths() -> void:
	var map: AgentMap = new_map(Vector2i(3, 3))
	map.add_seat("a", Vector2i(2, 2), AgentMap.FACING_UP)
	map.size = Vector2i(2, 2)
	expect_error("it cannot be used: map.seats[0].tile: (2, 2) of the seat a lies off the map")
	equal(map.find_path(Vector2i(0, 0), Vector2i(1, 1)), PackedVector2Array(), "no path")
	equal(map.is_reachable(Vector2i(0, 0), Vector2i(1, 1)), false, "not reachable")
	map.remove_seat("a")
	equal(map.find_path(Vector2i(0, 0), Vector2i(1, 1)).size(), 3, "a path again")


func new_map(size: Vector2i) -> AgentMap:
	var map := AgentMap.new()
	map.size = size
	return map


func tile_on(map: AgentMap, chance: RandomNumberGenerator) -> Vector2i:
	return Vector2i(chance.randi_range(0, map.size.x - 1), chance.randi_range(0, map.size.y - 1))


## The engine's own search, with the same rules.
func engine_grid(map: AgentMap) -> AStarGrid2D:
	var grid := AStarGrid2D.new()
	grid.region = Rect2i(map.origin, map.size)
	grid.diagonal_mode = AStarGrid2D.DIAGONAL_MODE_NEVER
	grid.default_estimate_heuristic = AStarGrid2D.HEURISTIC_MANHATTAN
	if map.diagonals:
		grid.diagonal_mode = AStarGrid2D.DIAGONAL_MODE_ONLY_IF_NO_OBSTACLES
		grid.default_estimate_heuristic = AStarGrid2D.HEURISTIC_OCTILE
	grid.default_compute_heuristic = grid.default_estimate_heuristic
	grid.update()
	return grid


func length_of(path: PackedVector2Array) -> float:
	var length: float = 0.0
	for index: int in range(1, path.size()):
		length += path[index - 1].distance_to(path[index])
	return length


## A layer with two kinds of tiles, one that can be walked on and one that cannot.
func new_layer() -> TileMapLayer:
	var image := Image.create_empty(32, 16, false, Image.FORMAT_RGBA8)
	var source := TileSetAtlasSource.new()
	source.texture = ImageTexture.create_from_image(image)
	source.texture_region_size = Vector2i(16, 16)
	var tiles := TileSet.new()
	tiles.add_custom_data_layer()
	tiles.set_custom_data_layer_name(0, "walkable")
	tiles.set_custom_data_layer_type(0, TYPE_BOOL)
	tiles.add_source(source, 0)
	source.create_tile(FLOOR)
	source.create_tile(WALL)
	source.get_tile_data(FLOOR, 0).set_custom_data("walkable", true)
	var layer := keep(TileMapLayer.new()) as TileMapLayer
	layer.tile_set = tiles
	return layer
