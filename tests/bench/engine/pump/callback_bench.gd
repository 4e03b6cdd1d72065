extends "pump_bench.gd"
## What an event costs from the pump to the handler of a signal: [code]agent_spoke[/code] with 80
## characters and two hearers, beside a signal of the same arguments that GDScript emits by itself.
## Both sides make their texts anew each time and call the same handler, in a frame that comes after
## the same wait.

const EVENTS: int = 2000
## How often each side is measured in one run, in turn; the median counts.
const TURNS: int = 101
const HALF: String = "Have you seen the lamp that stood here ye"
const OTHER_HALF: String = "sterday? I cannot find it anywhere now."


class Plain:
	signal agent_spoke(agent_id: String, content: String, recipients: PackedStringArray)

	# Variables, because a sum of constants is made once, when the script is compiled.
	var _agent: String = "agent_"
	var _player: String = "player_"
	var _half: String = HALF

	# The fastest of the ways to fill the array.
	func emit_many(count: int) -> void:
		for i: int in count:
			var recipients := PackedStringArray()
			var _full: bool = recipients.append(_agent + "001")
			_full = recipients.append(_agent + "002")
			agent_spoke.emit(_player + "0", _half + OTHER_HALF, recipients)


var _heard: int = 0


func measure() -> void:
	await start_with_two_hearers("callback", 1000000)
	require((HALF + OTHER_HALF).length() == 80, "say 80 characters")
	var plain := Plain.new()
	var _connected: int = runtime.agent_spoke.connect(_hear)
	_connected = plain.agent_spoke.connect(_hear)
	var ours: Array[float] = []
	var bare: Array[float] = []
	for turn: int in TURNS:
		ours.append(await _from_pump())
		bare.append(await _emit_plain(plain))
	report("pump.event_to_callback", at_share(0.5, ours), "%.4f" % at_share(0.5, bare), "µs")


func _hear(_agent_id: String, _content: String, recipients: PackedStringArray) -> void:
	_heard += recipients.size()


func _from_pump() -> float:
	_heard = 0
	for i: int in EVENTS:
		var _said: int = runtime.send_message("", HALF + OTHER_HALF)
	wait_for_events(EVENTS)
	OS.delay_msec(1)
	await get_tree().process_frame
	require(_heard == EVENTS * 2, "all is heard by two in one frame")
	return float(frame_took) / EVENTS


func _emit_plain(plain: Plain) -> float:
	OS.delay_msec(1)
	await get_tree().process_frame
	var begin: int = Time.get_ticks_usec()
	plain.emit_many(EVENTS)
	return float(Time.get_ticks_usec() - begin) / EVENTS
