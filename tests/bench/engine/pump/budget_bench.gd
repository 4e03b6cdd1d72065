extends "pump_bench.gd"
## By how much a frame goes over its budget when more events wait than it can show, beside the
## longest handler of that frame.

const BUDGET: int = 1000
const HANDLER: int = 100
const EVENTS: int = 1000

var _longest: int = 0
var _heard: int = 0


func measure() -> void:
	await start_with_two_hearers("budget", BUDGET)
	var _connected: int = runtime.agent_spoke.connect(_be_slow)
	for i: int in EVENTS:
		var _said: int = runtime.send_message("", "Hello")
	wait_for_events(EVENTS)
	var over: Array[float] = []
	var longest: Array[float] = []
	while _heard < EVENTS:
		_longest = 0
		await get_tree().process_frame
		over.append(float(frame_took - BUDGET))
		longest.append(float(_longest))
	# The last frame had less to do.
	require(over.size() > 2, "events are left over")
	over.pop_back()
	report("pump.frame_over_budget", at_share(0.99, over), "%.4f" % at_share(0.99, longest), "µs")


func _be_slow(_agent_id: String, _content: String, _recipients: PackedStringArray) -> void:
	_heard += 1
	var begin: int = Time.get_ticks_usec()
	while Time.get_ticks_usec() - begin < HANDLER:
		pass
	_longest = maxi(_longest, Time.get_ticks_usec() - begin)
