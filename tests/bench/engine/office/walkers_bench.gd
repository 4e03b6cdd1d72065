extends "pump_bench.gd"
## What 1,000 agents that walk without a pause cost the main thread of a game of 60 frames a second:
## the calls that send them on, and the frame in which what has become of them is told. They walk in
## the demo's office, 40 in each of 25 that lie side by side, since one has no room for so many.

const WALKERS: int = 1000
const OFFICES: int = 5 # across, and down
const SECONDS_TO_SETTLE: float = 3.0
const SECONDS_MEASURED: float = 10.0
const SEED: int = 7

var _office: AgentMap
var _free: Array[Vector2i] = []
var _standing: PackedStringArray = []
var _moved: int = 0
var _arrived: int = 0
var _calls: int = 0
var _chance := RandomNumberGenerator.new()
# Which office an agent walks in.
var _office_of: Dictionary[String, Vector2i] = {}


func measure() -> void:
	Engine.max_fps = 60
	_chance.seed = SEED
	_office = _map_of_the_demo()
	runtime.storage_enabled = false
	runtime.map = _map_of_many_offices()
	_connect_all()
	start("walkers", {HEARING_RADIUS: 0.0, FRAME_BUDGET: 1000})
	_spawn_all()
	await get_tree().create_timer(SECONDS_TO_SETTLE).timeout
	var taken: Array[float] = []
	_moved = 0
	_arrived = 0
	var begin: int = Time.get_ticks_usec()
	while Time.get_ticks_usec() - begin < SECONDS_MEASURED * 1e6:
		await get_tree().process_frame
		taken.append(float(frame_took + _calls))
		_send_on()
	require(_arrived > WALKERS / 2.0, "they walk: %d have arrived" % _arrived)
	require(float(_moved) / taken.size() > WALKERS / 4.0, "most are on the way at any time")
	report("world.walkers_1000", at_share(0.99, taken), "-", "µs")
	runtime.stop()
	Engine.max_fps = 0


func _connect_all() -> void:
	var _connected: int = runtime.agents_changed.connect(
			func(numbers: PackedInt32Array, _states: PackedByteArray,
					_at: PackedVector2Array) -> void:
				_moved += numbers.size())
	_connected = runtime.agent_path_changed.connect(
			func(_id: String, _path: PackedVector2Array, _speed: float) -> void: pass)
	_connected = runtime.agent_turned.connect(func(_id: String, _facing: int) -> void: pass)
	_connected = runtime.agent_arrived.connect(
			func(id: String, _at: Vector2, _facing: int) -> void:
				_arrived += 1
				_standing.append(id))
	_connected = runtime.agent_blocked.connect(
			func(id: String, _target: Vector2, _reason: String) -> void: _standing.append(id))


# The office opens its map itself; its agents are not needed.
func _map_of_the_demo() -> AgentMap:
	var demo: Node = (load("res://main.tscn") as PackedScene).instantiate()
	add_child(demo)
	var theirs := demo.find_children("*", "AgentRuntime", true, false)[0] as AgentRuntime
	var map: AgentMap = theirs.map
	demo.free()
	return map


func _map_of_many_offices() -> AgentMap:
	var map := AgentMap.new()
	map.size = _office.size * OFFICES
	for y: int in _office.size.y:
		for x: int in _office.size.x:
			var tile := Vector2i(x, y)
			if not _office.is_solid(tile + _office.origin):
				_free.append(tile)
				continue
			for i: int in OFFICES * OFFICES:
				map.set_solid(tile + _corner(i))
	return map


func _corner(office: int) -> Vector2i:
	return Vector2i(office % OFFICES, floori(float(office) / OFFICES)) * _office.size


func _spawn_all() -> void:
	_shuffle(_free)
	for number: int in WALKERS:
		var corner: Vector2i = _corner(number % (OFFICES * OFFICES))
		var place: Vector2i = _free[floori(float(number) / (OFFICES * OFFICES))] + corner
		var id: String = runtime.spawn_agent({"think_interval": 0, "initial_position": place})
		require(not id.is_empty(), "spawn an agent")
		_office_of[id] = corner
		var _full: bool = _standing.append(id)


func _shuffle(tiles: Array[Vector2i]) -> void:
	for last: int in range(tiles.size() - 1, 0, -1):
		var other: int = _chance.randi_range(0, last)
		var kept: Vector2i = tiles[last]
		tiles[last] = tiles[other]
		tiles[other] = kept


# Whoever stands walks to another place of its office.
func _send_on() -> void:
	var begin: int = Time.get_ticks_usec()
	var ids: PackedStringArray = _standing
	_standing = PackedStringArray()
	_calls = 0
	for id: String in ids:
		var target: Vector2i = _free[_chance.randi_range(0, _free.size() - 1)] + _office_of[id]
		begin = Time.get_ticks_usec()
		var _walks: Error = runtime.walk_agent(id, target)
		_calls += Time.get_ticks_usec() - begin
