extends "pump_bench.gd"
## How long the runtime takes of a frame while 500 clients follow 200 events a second and another
## one asks, beside the same game without them. The clients are another process, started with this
## one ([code]gateway_bench follow[/code]); files in [code]user://[/code] say who is how far.

const EVENTS_PER_SECOND: float = 200.0
const SECONDS_TO_SETTLE: float = 2.0
const SECONDS_MEASURED: float = 8.0
const BUDGET: int = 1000

var _heard: int = 0
var _said: int = 0
var _begun: int = 0


func measure() -> void:
	Engine.max_fps = 60
	runtime.gateway_enabled = true
	await start_with_two_hearers("door", BUDGET)
	var _connected: int = runtime.agent_spoke.connect(_hear)
	_begun = Time.get_ticks_usec()
	await get_tree().create_timer(SECONDS_TO_SETTLE).timeout
	var alone: float = await _p99_of_frames()
	_write("game.txt", "%d %s" % [runtime.get_gateway_port(), _token()])
	await _wait_for("clients.txt")
	await get_tree().create_timer(SECONDS_TO_SETTLE).timeout
	var beside: float = await _p99_of_frames()
	report("gateway.frame_p99", beside, "%.4f" % alone, "µs")
	report("gateway.frame_growth", beside, "%.4f" % alone, "µs")
	await _wait_for("asked.txt")
	_begun = 0
	runtime.stop()
	Engine.max_fps = 0


func _process(_delta: float) -> void:
	if _begun == 0:
		return
	var passed: float = float(Time.get_ticks_usec() - _begun) / 1e6
	while _said < passed * EVENTS_PER_SECOND:
		_said += 1
		require(runtime.send_message("", "line %d" % _said) == OK, "speak")


func _hear(_agent_id: String, _content: String, _recipients: PackedStringArray) -> void:
	_heard += 1


func _p99_of_frames() -> float:
	var frames: Array[float] = []
	var heard: int = _heard
	var begin: int = Time.get_ticks_usec()
	while Time.get_ticks_usec() - begin < SECONDS_MEASURED * 1e6:
		await get_tree().process_frame
		frames.append(float(frame_took))
	require(_heard - heard > EVENTS_PER_SECOND * SECONDS_MEASURED * 0.9, "events are heard")
	return at_share(0.99, frames)


func _token() -> String:
	return FileAccess.get_file_as_string(runtime.get_gateway_token_path()).strip_edges()


# Whoever reads it never finds half of it.
func _write(title: String, text: String) -> void:
	var file := FileAccess.open("user://%s.new" % title, FileAccess.WRITE)
	require(file != null and file.store_string(text), "write %s" % title)
	file.close()
	var moved: Error = DirAccess.rename_absolute("user://%s.new" % title, "user://%s" % title)
	require(moved == OK, "write %s" % title)


func _wait_for(title: String) -> void:
	var give_up: int = Time.get_ticks_msec() + PATIENCE * 1000
	while not FileAccess.file_exists("user://%s" % title):
		require(Time.get_ticks_msec() < give_up, "find %s" % title)
		await get_tree().process_frame
