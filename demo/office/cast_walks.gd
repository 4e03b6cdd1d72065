class_name CastWalks
extends Node
## Lets the characters walk where their agents walk. The runtime reports the path and the speed
## once. Each character then walks by itself, and is corrected when its agent has arrived.

@export var cast: Cast


var _runtime: AgentRuntime


## Connects to the signals of [param runtime].
func follow(runtime: AgentRuntime) -> void:
	_runtime = runtime
	runtime.agent_path_changed.connect(_on_agent_path_changed)
	runtime.agent_arrived.connect(_on_agent_arrived)
	runtime.agent_turned.connect(_on_agent_turned)
	runtime.agent_moved.connect(_on_agent_moved)


func _on_agent_path_changed(agent_id: String, path: PackedVector2Array, speed: float) -> void:
	var character: Character = cast.character_of(agent_id)
	if character == null:
		return
	if path.is_empty(): # it stands
		if not _runtime.get_agents().has(agent_id): # it has left already
			return
		var state: Dictionary = _runtime.get_agent_state(agent_id)
		var at: Vector2 = state.get("position", Vector2(character.tile()))
		character.settle(at)
	else:
		character.walk(path, speed)


func _on_agent_arrived(agent_id: String, at: Vector2, facing: int) -> void:
	var character: Character = cast.character_of(agent_id)
	if character:
		character.settle(at)
		character.turn(facing)


func _on_agent_turned(agent_id: String, facing: int) -> void:
	var character: Character = cast.character_of(agent_id)
	if character:
		character.turn(facing)


func _on_agent_moved(agent_id: String, _from: Vector2, at: Vector2) -> void:
	var character: Character = cast.character_of(agent_id)
	if character:
		character.settle(at)
