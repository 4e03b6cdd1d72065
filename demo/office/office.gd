extends Node2D
## The office: two agents live in it, and talk with each other. What they say is also printed, a
## line each, as "name: text". They remember one another when the demo is started again.

## Emitted once a few lines have been spoken and shown.
signal greeting_finished
## Emitted instead when nobody can speak; the log says why.
signal greeting_failed

const LINES_OF_GREETING := 4

var _lines: int = 0
var _showing: int = 0
var _met_before: bool = false

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _ada: Character = $Ada
@onready var _bruno: Character = $Bruno


func _ready() -> void:
	if not _runtime.is_running():
		greeting_failed.emit()
		return
	_runtime.agent_spoke.connect(_on_agent_spoke)
	_runtime.agent_spawned.connect(_on_agent_spawned)
	_ada.enter(_runtime)
	_bruno.enter(_runtime)
	await get_tree().create_timer(0.6).timeout
	_runtime.send_message(_bruno.agent_id(), _opening(), _ada.agent_id())


## Nobody says any more; returns when all that was said has been shown.
func close() -> void:
	_runtime.stop()
	while _showing > 0:
		await get_tree().process_frame


func _opening() -> String:
	if _met_before:
		return "Hello again, Bruno! How are your bookshelves?"
	var engine: Dictionary = Engine.get_version_info()
	var version: String = AgentRuntime.get_library_info().get("version", "?")
	return "Hello Bruno! We live in Godot %d.%d.%d, on AgentRuntime %s." % [
		engine.major, engine.minor, engine.patch, version,
	]


func _on_agent_spawned(_agent_id: String, _agent_name: String, restored: bool) -> void:
	_met_before = _met_before or restored


func _on_agent_spoke(agent_id: String, content: String, _recipients: PackedStringArray) -> void:
	for character: Character in [_ada, _bruno]:
		if character.agent_id() == agent_id:
			_show(character, content)


func _show(character: Character, content: String) -> void:
	print(character.display_name(), ": ", content)
	_lines += 1
	var line: int = _lines
	_showing += 1
	await character.say(content)
	_showing -= 1
	if line == LINES_OF_GREETING:
		greeting_finished.emit()
