class_name Cast
extends Node2D
## The characters of the office, one for each agent. Shows on each character what its agent does.

signal character_entered(character: Character)
signal character_left(character: Character)
## Emitted when an agent has said something.
signal spoke(character: Character, content: String)
## Emitted when a task of an agent has ended.
signal task_ended(character: Character, well: bool)

const CHARACTER: PackedScene = preload("res://office/characters/character.tscn")

@export var pace: Pace
@export var seating: Seating

var _characters: Dictionary[String, Character] = {}
var _runtime: AgentRuntime


## Connects to the signals of [param runtime].
func follow(runtime: AgentRuntime) -> void:
	_runtime = runtime
	runtime.agent_spawned.connect(_on_agent_spawned)
	runtime.agent_terminated.connect(_on_agent_terminated)
	runtime.agent_state_changed.connect(_on_agent_state_changed)
	runtime.agent_task_changed.connect(_on_agent_task_changed)
	runtime.agent_spoke.connect(_on_agent_spoke)
	runtime.runtime_stopped.connect(_on_runtime_stopped)


func characters() -> Array[Character]:
	return _characters.values()


## The character of an agent, or null.
func character_of(agent_id: String) -> Character:
	return _characters.get(agent_id)


## The seat that belongs to an agent, or null.
func own_seat_of(agent_id: String) -> OfficeSeat:
	if not _runtime.get_agents().has(agent_id): # it has left
		return null
	return seating.seat_named(str(_runtime.get_agent_state(agent_id).get("seat", "")))


func _enter(agent_id: String, restored: bool) -> void:
	if not _runtime.get_agents().has(agent_id): # it has left already
		return
	var state: Dictionary = _runtime.get_agent_state(agent_id)
	if _characters.has(agent_id): # it belongs to a world that was replaced by loading another
		_remove(_characters[agent_id])
	var character: Character = CHARACTER.instantiate()
	character.agent_id = agent_id
	character.agent_name = state["name"]
	character.look = Looks.choose(state, _taken_looks())
	character.runtime = _runtime
	character.voice = Looks.VOICES[character.look]
	_characters[agent_id] = character
	add_child(character)
	character.walking_changed.connect(_on_character_walking_changed.bind(character))
	character.activity_changed.connect(_on_character_activity_changed.bind(character))
	var at: Vector2 = state["position"]
	character.put(at)
	var facing: int = state.get("facing", 0)
	character.turn(facing)
	seating.welcome(character)
	var task: String = state.get("current_task", "")
	character.has_task = not task.is_empty()
	character.waits = state.get("paused", false)
	character.set_doing(_doing_of(state["state"] as AgentRuntime.State))
	character_entered.emit(character)
	if not restored:
		_materialise(character)


func _materialise(character: Character) -> void:
	pace.hold(character.mark)
	character.appeared.connect(pace.release.bind(character.mark))
	character.appear()


func _leave(agent_id: String) -> void:
	var character: Character = _characters.get(agent_id)
	if character == null:
		return
	_forget(character)
	pace.hold(character)
	character.tree_exited.connect(pace.release.bind(character))
	character.leave()


func _remove(character: Character) -> void:
	_forget(character)
	pace.release(character)
	character.queue_free()


func _forget(character: Character) -> void:
	_characters.erase(character.agent_id)
	pace.release(character.mark)
	_show_work(character, false)
	character_left.emit(character)


func _taken_looks() -> Array[StringName]:
	var taken: Array[StringName] = []
	for character: Character in characters():
		taken.append(character.look)
	return taken


func _show_work(character: Character, works: bool) -> void:
	seating.show_work(seating.seat_at(character.tile()), works, works and character.is_typing())


# It may have other tasks than the one that changed, and may be gone already.
func _has_task(agent_id: String) -> bool:
	if not _runtime.get_agents().has(agent_id):
		return false
	var task: String = _runtime.get_agent_state(agent_id).get("current_task", "")
	return not task.is_empty()


func _doing_of(state: AgentRuntime.State) -> Character.Doing:
	match state:
		AgentRuntime.STATE_THINKING:
			return Character.Doing.THINKING
		AgentRuntime.STATE_SPEAKING:
			return Character.Doing.SPEAKING
		_:
			return Character.Doing.NOTHING


func _on_agent_spawned(agent_id: String, _agent_name: String, restored: bool) -> void:
	_enter(agent_id, restored)


func _on_agent_terminated(agent_id: String, _reason: String) -> void:
	_leave(agent_id)


func _on_runtime_stopped() -> void:
	if not is_inside_tree():
		return
	for character: Character in characters():
		_remove(character)


func _on_agent_state_changed(
		agent_id: String, _old_state: AgentRuntime.State, state: AgentRuntime.State,
) -> void:
	var character: Character = character_of(agent_id)
	if character:
		character.set_doing(_doing_of(state))


func _on_agent_task_changed(
		agent_id: String, _task_id: String, _task_name: String, status: AgentRuntime.TaskStatus,
		_result: String,
) -> void:
	var character: Character = character_of(agent_id)
	if character == null:
		return
	var has_ended: bool = status in [AgentRuntime.TASK_COMPLETED, AgentRuntime.TASK_FAILED]
	character.has_task = _has_task(agent_id)
	if has_ended:
		var well: bool = status == AgentRuntime.TASK_COMPLETED
		character.mark.show_feeling(Mark.Sign.DONE if well else Mark.Sign.ALERT)
		task_ended.emit(character, well)


func _on_agent_spoke(agent_id: String, content: String, _recipients: PackedStringArray) -> void:
	var character: Character = character_of(agent_id)
	if character:
		spoke.emit(character, content)


func _on_character_walking_changed(walks: bool, character: Character) -> void:
	if walks:
		pace.hold(character)
		_show_work(character, false)
	else:
		pace.release(character)
		seating.welcome(character)


func _on_character_activity_changed(character: Character) -> void:
	_show_work(character, character.is_working())
