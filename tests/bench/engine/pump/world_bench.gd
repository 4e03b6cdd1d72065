extends "pump_bench.gd"
## 10,000 agents who think, move and speak of their own accord, about 2,000 events a second, in a
## game of 60 frames a second. How long the runtime takes of a frame is measured here. When each
## event came to its handler is written into a file: arrivals.py holds it against the log, which
## says when the event was decided.

const AGENTS: int = 10000
## Out of hearing.
const TILES_APART: float = 50.0
const IN_A_ROW: int = 100
## An agent's round is longer by up to 2 s, a second or so of thought and what it says.
const THINK_INTERVAL: float = 12.2
## One average round: agents who come evenly in this time go on evenly.
const SECONDS_TO_COME: float = 15.0
const SECONDS_TO_SETTLE: float = 2.0
const SECONDS_MEASURED: float = 10.0

var _times: PackedFloat64Array = []
var _whom: PackedStringArray = []


func measure() -> void:
	Engine.max_fps = 60
	_connect_all()
	start("world", {HEARING_RADIUS: 6.0, CHARACTERS_PER_SECOND: 20.0, FRAME_BUDGET: 1000})
	await _spawn_all()
	await get_tree().create_timer(SECONDS_TO_SETTLE).timeout
	var before: int = _times.size()
	var begin: int = Time.get_ticks_usec()
	var frames: Array[float] = []
	while Time.get_ticks_usec() - begin < SECONDS_MEASURED * 1000000:
		await get_tree().process_frame
		frames.append(float(frame_took))
	var seconds: float = float(Time.get_ticks_usec() - begin) / 1000000
	report("pump.frame_p99", at_share(0.99, frames), "-", "µs")
	report("event.rate", (_times.size() - before) / seconds, "-", "events/s")
	runtime.stop()
	_write_arrivals(before)
	Engine.max_fps = 0


func _connect_all() -> void:
	var shown: Array[Signal] = [
		runtime.agent_spawned,
		runtime.agent_state_changed,
		runtime.agent_moved,
		runtime.agent_spoke,
	]
	for each: Signal in shown:
		var _connected: int = each.connect(_arrived)


func _arrived(agent_id: String, _first: Variant, _second: Variant) -> void:
	_times.append(Time.get_unix_time_from_system())
	_whom.append(agent_id)


func _spawn_all() -> void:
	var begin: int = Time.get_ticks_usec()
	var spawned: int = 0
	while spawned < AGENTS:
		await get_tree().process_frame
		var passed: float = float(Time.get_ticks_usec() - begin) / 1000000
		while spawned < minf(AGENTS, passed / SECONDS_TO_COME * AGENTS):
			_spawn(spawned)
			spawned += 1


func _spawn(number: int) -> void:
	var place: Dictionary[String, float] = {
		"x": number % IN_A_ROW * TILES_APART,
		"y": floorf(float(number) / IN_A_ROW) * TILES_APART,
	}
	var id: String = runtime.spawn_agent({
		"name": "Agent %d" % number,
		"think_interval": THINK_INTERVAL,
		"initial_position": place,
	})
	require(not id.is_empty(), "spawn an agent")


# A line for each event from the first on: microseconds since 1970 and whom it concerns. The first
# line says how many came before the measurement.
func _write_arrivals(before: int) -> void:
	var file := FileAccess.open("user://arrivals.txt", FileAccess.WRITE)
	var _stored: bool = file.store_line(str(before))
	for i: int in _times.size():
		_stored = file.store_line("%d %s" % [roundi(_times[i] * 1000000), _whom[i]])
	file.close()
