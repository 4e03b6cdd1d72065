extends Node
## A runtime with a database of its own, and how long it takes of each frame: the time between two
## handlers of [signal SceneTree.process_frame], one connected before the runtime's and one after.

const WAITING: StringName = &"agent_runtime/waiting_events"
const HEARING_RADIUS: String = "agent_runtime/agents/hearing_radius"
const CHARACTERS_PER_SECOND: String = "agent_runtime/agents/characters_per_second"
const FRAME_BUDGET: String = "agent_runtime/events/frame_budget_usec"
## What a benchmark waits for comes within so many seconds, or it fails.
const PATIENCE: int = 30

var runtime := AgentRuntime.new()
## Of the last frame.
var frame_took: int = 0

var _frame_begun: int = 0


func measure() -> void:
	pass


## With project settings of its own. Signals are to be connected before.
func start(title: String, settings: Dictionary[String, Variant]) -> void:
	for key: String in settings:
		ProjectSettings.set_setting(key, settings[key])
	runtime.database_path = "user://%s.db" % title
	var _connected: int = get_tree().process_frame.connect(_begin_frame)
	add_child(runtime)
	_connected = get_tree().process_frame.connect(_end_frame)


func report(title: String, ours: float, yardstick: String, unit: String) -> void:
	print("bench %s %.4f %s %s" % [title, ours, yardstick, unit])


func require(condition: bool, what: String) -> void:
	if not condition:
		printerr("The benchmark failed: ", what)
		OS.crash(what)


static func at_share(share: float, values: Array[float]) -> float:
	var sorted: Array[float] = values.duplicate()
	sorted.sort()
	return sorted[roundi(share * (sorted.size() - 1))]


func _begin_frame() -> void:
	_frame_begun = Time.get_ticks_usec()


func _end_frame() -> void:
	frame_took = Time.get_ticks_usec() - _frame_begun


## Two agents that hear everything and will be speaking for as long as a benchmark takes, so that
## what they hear is recorded and nothing else comes of it.
func start_with_two_hearers(title: String, budget: int) -> void:
	start(title, {HEARING_RADIUS: 0.0, CHARACTERS_PER_SECOND: 0.001, FRAME_BUDGET: budget})
	for agent_name: String in ["Ada", "Bob"]:
		var id: String = runtime.spawn_agent({"name": agent_name, "think_interval": 0})
		require(runtime.send_message(id, "Hello") == OK, "say hello")
		var speaker: String = ""
		while speaker != id:
			speaker = (await runtime.agent_spoke)[0]


## Holds the frame until so many events wait for the next.
func wait_for_events(count: int) -> void:
	var give_up: int = Time.get_ticks_msec() + PATIENCE * 1000
	while Performance.get_custom_monitor(WAITING) < count:
		OS.delay_msec(1)
		require(Time.get_ticks_msec() < give_up, "events arrive")
