extends "pump_bench.gd"
## What a tick costs the main thread in which ten of 1,000 agents say something that all the others
## hear: the calls, and the frame in which ten [signal AgentRuntime.agent_spoke] and the changes of
## all agents come to their handlers. Beside it the same in plain GDScript, and what the thread on
## which the agents live takes for it. Nothing is stored on either side.

const PlainCrowd := preload("plain_crowd.gd")

const AGENTS: int = 1000
const BROADCASTS: int = 10
const WARMING_UP: int = 10
const TICKS: int = 100
const TEXT: String = "Have you seen the lamp that stood here yesterday?"
const THINKERS: String = "agent_runtime/agents/overhearing_thinkers"
const SIM_THREAD: String = "ar-sim"
const MICROSECOND: float = 1000.0

var _ids: PackedStringArray = []
var _heard: int = 0
var _changed: int = 0


func measure() -> void:
	var _connected: int = runtime.agent_spoke.connect(_hear)
	_connected = runtime.agents_changed.connect(_change)
	runtime.storage_enabled = false
	start("crowd", {HEARING_RADIUS: 0.0, THINKERS: 0, FRAME_BUDGET: 1000})
	await _spawn_all()
	var ours: Array[float] = []
	for turn: int in WARMING_UP:
		ours.append(await _tick(turn))
	ours.clear()
	var before: float = _sim_cpu()
	for turn: int in TICKS:
		ours.append(await _tick(turn))
	var sim_cpu: float = (_sim_cpu() - before) / TICKS
	var plain: float = _measure_plain()
	var per_tick: float = at_share(0.5, ours)
	# A ratio of what can be done in a second, so that more is better.
	report("pump.vs_gdscript", 1e6 / per_tick, "%.4f" % (1e6 / plain), "ticks/s")
	report("pump.crowd_tick", per_tick, "%.4f" % plain, "µs")
	report("pump.sim_cpu", sim_cpu, "-", "µs")
	runtime.stop()


func _spawn_all() -> void:
	for number: int in AGENTS:
		var _full: bool = _ids.append(
				runtime.spawn_agent({"name": "Agent %d" % number, "think_interval": 0}))
	while _changed < AGENTS:
		await get_tree().process_frame


func _tick(turn: int) -> float:
	_heard = 0
	_changed = 0
	var begin: int = Time.get_ticks_usec()
	for i: int in BROADCASTS:
		var speaker: String = _ids[(turn * BROADCASTS + i) % AGENTS]
		var _said: int = runtime.send_message("", TEXT, speaker)
	var calls: int = Time.get_ticks_usec() - begin
	# Each of the others listens, and is idle again.
	wait_for_events(BROADCASTS + BROADCASTS * (AGENTS - 1) * 2)
	var taken: int = calls
	var give_up: int = Time.get_ticks_msec() + PATIENCE * 1000
	# One frame, unless others on the machine have held it up until its budget was spent.
	while _heard < BROADCASTS * (AGENTS - 1) or _changed < AGENTS or _is_left_over():
		await get_tree().process_frame
		taken += frame_took
		require(Time.get_ticks_msec() < give_up, "all is shown")
	require(_heard == BROADCASTS * (AGENTS - 1), "each is heard by all others, once")
	return float(taken)


func _is_left_over() -> bool:
	return Performance.get_custom_monitor(WAITING) > 0


func _hear(_agent_id: String, _content: String, recipients: PackedStringArray) -> void:
	_heard += recipients.size()


func _change(numbers: PackedInt32Array, _states: PackedByteArray, _at: PackedVector2Array) -> void:
	_changed += numbers.size()


func _measure_plain() -> float:
	var crowd := PlainCrowd.new(AGENTS)
	var taken: Array[float] = []
	for turn: int in TICKS:
		var begin: int = Time.get_ticks_usec()
		for i: int in BROADCASTS:
			crowd.broadcast(crowd.agents[(turn * BROADCASTS + i) % AGENTS], TEXT)
		crowd.tick(0.1)
		taken.append(float(Time.get_ticks_usec() - begin))
	var last: Array = crowd.agents[AGENTS - 1].memory
	require(last.size() == PlainCrowd.REMEMBERED, "each remembers what it heard last")
	return at_share(0.5, taken)


# Microseconds that the thread on which the agents live has run.
func _sim_cpu() -> float:
	for thread: String in DirAccess.get_directories_at("/proc/self/task"):
		var folder: String = "/proc/self/task".path_join(thread)
		if _line_of(folder.path_join("comm")) == SIM_THREAD:
			var nanoseconds: String = _line_of(folder.path_join("schedstat")).get_slice(" ", 0)
			return nanoseconds.to_float() / MICROSECOND
	require(false, "find the thread of the agents")
	return 0.0


func _line_of(path: String) -> String:
	var file := FileAccess.open(path, FileAccess.READ)
	return "" if file == null else file.get_line()
