extends Node2D
## The office: Ada stands in it and tells what is running.

## Emitted once Ada has said everything.
signal greeting_finished

const THIRD_PARTY: Dictionary[String, String] = {
	"sqlite": "SQLite", "yaml_cpp": "yaml-cpp", "nlohmann_json": "nlohmann/json",
}

@onready var _ada: Character = $Ada
@onready var _bubble: SpeechBubble = $Bubble


func _ready() -> void:
	await get_tree().create_timer(0.6).timeout
	for sentence: String in _greeting(AgentRuntime.get_library_info()):
		await _say(sentence)
	greeting_finished.emit()


func _say(sentence: String) -> void:
	print(_ada.display_name, ": ", sentence)
	_ada.talking = true
	await _bubble.type_out(_ada.display_name, sentence)
	_ada.talking = false
	await get_tree().create_timer(0.5).timeout


func _greeting(info: Dictionary) -> PackedStringArray:
	var parts: PackedStringArray = []
	for key: String in THIRD_PARTY:
		parts.append("%s %s" % [THIRD_PARTY[key], info.get(key, "?")])
	var last: String = parts[-1]
	parts.remove_at(parts.size() - 1)
	var engine: Dictionary = Engine.get_version_info()
	return [
		"Hello! I run in Godot %d.%d.%d, on AgentRuntime %s."
		% [engine.major, engine.minor, engine.patch, info.get("version", "?")],
		"%s and %s travel with me." % [", ".join(parts), last],
		"For now I only greet: talking comes next.",
	]
