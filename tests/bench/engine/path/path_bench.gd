extends RefCounted
## Paths across a map of which a fifth is walls: AgentMap beside the engine's AStarGrid2D, both
## called from here, on the same map, with the same queries, each of which comes once. The two take
## turns, so that both meet the same machine. Ways that do not exist are left out: to say so is no
## search for AgentMap.

const WALLS: float = 0.2
const SEED: int = 42
## How many tiles are searched through, about, on each side.
const TILES: int = 6_000_000
const TURNS: int = 10

var _map := AgentMap.new()
var _grid := AStarGrid2D.new()
var _from: Array[Vector2i] = []
var _to: Array[Vector2i] = []


func _init(size: int, diagonals: bool) -> void:
	_map.size = Vector2i(size, size)
	_map.diagonals = diagonals
	_grid.region = Rect2i(0, 0, size, size)
	_grid.diagonal_mode = AStarGrid2D.DIAGONAL_MODE_NEVER
	_grid.default_estimate_heuristic = AStarGrid2D.HEURISTIC_MANHATTAN
	if diagonals:
		_grid.diagonal_mode = AStarGrid2D.DIAGONAL_MODE_ONLY_IF_NO_OBSTACLES
		_grid.default_estimate_heuristic = AStarGrid2D.HEURISTIC_OCTILE
	_grid.default_compute_heuristic = _grid.default_estimate_heuristic
	_grid.update()
	var chance := RandomNumberGenerator.new()
	chance.seed = SEED
	for y: int in size:
		for x: int in size:
			if chance.randf() < WALLS:
				_map.set_solid(Vector2i(x, y))
				_grid.set_point_solid(Vector2i(x, y))
	_choose_queries(chance, size)


## From the left eighth of the map to the right one.
func _choose_queries(chance: RandomNumberGenerator, size: int) -> void:
	var known: Dictionary[Vector4i, bool] = {}
	var depth: int = size >> 3
	var tiles: float = TILES * (0.5 if _map.diagonals else 1.0)
	var count: int = maxi(TURNS * 4, roundi(tiles / (size * size)))
	while _from.size() < count:
		var from := Vector2i(chance.randi_range(0, depth - 1), chance.randi_range(0, size - 1))
		var to := Vector2i(size - 1 - chance.randi_range(0, depth - 1),
				chance.randi_range(0, size - 1))
		var query := Vector4i(from.x, from.y, to.x, to.y)
		if known.has(query) or _map.is_solid(from) or not _map.is_reachable(from, to):
			continue
		known[query] = true
		_from.append(from)
		_to.append(to)


func measure(title: String) -> void:
	var ours: int = 0
	var theirs: int = 0
	for turn: int in TURNS:
		@warning_ignore("integer_division")
		var begin: int = turn * _from.size() / TURNS
		@warning_ignore("integer_division")
		var end: int = (turn + 1) * _from.size() / TURNS
		var started: int = Time.get_ticks_usec()
		for index: int in range(begin, end):
			var _path: PackedVector2Array = _map.find_path(_from[index], _to[index])
		var between: int = Time.get_ticks_usec()
		for index: int in range(begin, end):
			var _path: PackedVector2Array = _grid.get_point_path(_from[index], _to[index])
		ours += between - started
		theirs += Time.get_ticks_usec() - between
	_require_equal_lengths()
	var paths: float = _from.size() * 1_000_000.0
	print("bench %s %.2f %.2f paths/s" % [title, paths / ours, paths / theirs])


func _require_equal_lengths() -> void:
	for index: int in _from.size():
		var ours: float = _length_of(_map.find_path(_from[index], _to[index]))
		var theirs: float = _length_of(_grid.get_point_path(_from[index], _to[index]))
		if ours < 1.0 or not is_equal_approx(ours, theirs):
			printerr("The benchmark failed: %s to %s is %f long for us and %f for the engine" % [
					_from[index], _to[index], ours, theirs])
			OS.crash("unequal lengths")


func _length_of(path: PackedVector2Array) -> float:
	var length: float = 0.0
	for index: int in range(1, path.size()):
		length += path[index - 1].distance_to(path[index])
	return length
