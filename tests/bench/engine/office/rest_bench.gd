extends Node
## What the demo costs while nobody in it walks or talks: of a core, in percent, all threads
## together, and how many frames are drawn meanwhile.

const SECONDS_TO_SETTLE := 20.0
const SECONDS_MEASURED := 10.0
## In seconds: until then the office must have come to rest.
const PATIENCE := 60.0
const TICKS_PER_SECOND := 100.0


func measure() -> void:
	var demo: Node = (load("res://main.tscn") as PackedScene).instantiate()
	add_child(demo)
	await _seconds(SECONDS_TO_SETTLE)
	await _let_all_rest(demo)
	var frames: int = Engine.get_frames_drawn()
	var begin: int = Time.get_ticks_usec()
	var cpu: float = _cpu_seconds()
	await _seconds(SECONDS_MEASURED)
	var seconds: float = float(Time.get_ticks_usec() - begin) / 1e6
	print("bench demo.rest_cpu %.3f - %%" % ((_cpu_seconds() - cpu) / seconds * 100.0))
	print("bench demo.rest_frames %d - frames" % (Engine.get_frames_drawn() - frames))
	demo.queue_free()


# Nobody takes decisions any more; who is on the way or speaks comes to the end of it.
func _let_all_rest(demo: Node) -> void:
	var runtime := demo.find_children("*", "AgentRuntime", true, false)[0] as AgentRuntime
	for id: String in runtime.get_agents():
		var _paused: Error = runtime.pause_agent(id)
	var drawn: int = -1
	var give_up: int = Time.get_ticks_msec() + int(PATIENCE * 1000.0)
	while Engine.get_frames_drawn() != drawn:
		if Time.get_ticks_msec() > give_up:
			printerr("The benchmark failed: the office does not come to rest.")
			OS.crash("The office does not come to rest.")
		drawn = Engine.get_frames_drawn()
		await _seconds(3.0)


func _seconds(seconds: float) -> void:
	await get_tree().create_timer(seconds).timeout


# That the process has run so far.
func _cpu_seconds() -> float:
	var file := FileAccess.open("/proc/self/stat", FileAccess.READ)
	# The name, in brackets, may hold blanks; user and system time are the 12th and 13th behind it.
	var fields: PackedStringArray = file.get_line().get_slice(") ", 1).split(" ")
	return (fields[11].to_float() + fields[12].to_float()) / TICKS_PER_SECOND
