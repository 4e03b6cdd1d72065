extends Node
## What an event costs from the pump to the handler of a signal: [code]agent_spoke[/code] with 80
## characters and two hearers, beside a signal of the same arguments that GDScript emits by itself.
## Both sides make their texts anew each time and call the same handler.

## A runtime shows them all in one frame, so that what a frame costs is shared among many.
const EVENTS: int = 2000
## How often each side is measured in one run; the best counts, which others on the machine disturb
## the least.
const TURNS: int = 1001
const HALF: String = "Have you seen the lamp that stood here yest"
const OTHER_HALF: String = "erday? I cannot find it anywhere now."
const FRAME_BUDGET: String = "agent_runtime/events/frame_budget_usec"
const HEARING_RADIUS: String = "agent_runtime/agents/hearing_radius"
const WAITING: StringName = &"agent_runtime/waiting_events"
const SECONDS_TO_WAIT: int = 20


class Plain:
	signal agent_spoke(agent_id: String, content: String, recipients: PackedStringArray)

	func emit_many(count: int) -> void:
		for i: int in count:
			var recipients: PackedStringArray = ["agent_" + "001", "agent_" + "002"]
			agent_spoke.emit("player" + "_0", HALF + OTHER_HALF, recipients)


var _runtime: AgentRuntime
var _heard: int = 0
var _frame_begun: int = 0
var _frame_took: int = 0


func measure() -> void:
	await _start()
	var best: Array[float] = [INF, INF]
	var a: Array[float] = []
	var b: Array[float] = []
	for turn: int in TURNS:
		a.append(await _ours())
		b.append(_plain())
		best[0] = minf(best[0], a.back())
		best[1] = minf(best[1], b.back())
	a.sort()
	b.sort()
	print("median ", a[50], " ", b[50], " ", a[50] / b[50], " q1 ", a[25], " ", b[25], " best ", best[0] / best[1])
	print("bench pump.event_to_callback %.4f %.4f µs" % best)
	_runtime.queue_free()
	await _runtime.tree_exited


# Two agents that hear everything and are thinking, so that they answer with nothing but more
# thought meanwhile.
func _start() -> void:
	assert((HALF + OTHER_HALF).length() == 80)
	ProjectSettings.set_setting(FRAME_BUDGET, 1000000)
	ProjectSettings.set_setting(HEARING_RADIUS, 0)
	ProjectSettings.set_setting("agent_runtime/agents/characters_per_second", 0.01)
	get_tree().process_frame.connect(func() -> void: _frame_begun = Time.get_ticks_usec())
	_runtime = AgentRuntime.new()
	_runtime.database_path = "user://callback.db"
	_runtime.agent_spoke.connect(_hear)
	add_child(_runtime)
	get_tree().process_frame.connect(
			func() -> void: _frame_took = Time.get_ticks_usec() - _frame_begun)
	for named: String in ["Ada", "Bob"]:
		var _id: String = _runtime.spawn_agent({"name": named, "think_interval": 0})
	await get_tree().create_timer(0.2).timeout
	_runtime.send_message("agent_001", "Hello")
	_runtime.send_message("agent_002", "Hello")
	await get_tree().create_timer(2.5).timeout


func _hear(_agent_id: String, _content: String, _recipients: PackedStringArray) -> void:
	_heard += 1


# The frame does not come before all events wait for it.
func _ours() -> float:
	_heard = 0
	for i: int in EVENTS:
		_runtime.send_message("", HALF + OTHER_HALF)
	var give_up: int = Time.get_ticks_msec() + SECONDS_TO_WAIT * 1000
	while Performance.get_custom_monitor(WAITING) < EVENTS and Time.get_ticks_msec() < give_up:
		OS.delay_msec(1)
	var w: int = Performance.get_custom_monitor(WAITING)
	pass
	var w2: int = Performance.get_custom_monitor(WAITING)
	await get_tree().process_frame
#	print("heard ", _heard, " took ", _frame_took, " ", Performance.get_custom_monitor(WAITING))
	if _heard < EVENTS:
		print("few ", _heard, " w ", w, " ", w2, " after ", Performance.get_custom_monitor(WAITING), " took ", _frame_took)
	return float(_frame_took) / _heard


func _plain() -> float:
	var plain := Plain.new()
	plain.agent_spoke.connect(_hear)
	plain.emit_many(1000)
	var begin: int = Time.get_ticks_usec()
	plain.emit_many(EVENTS)
	return float(Time.get_ticks_usec() - begin) / EVENTS
