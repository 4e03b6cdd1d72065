class_name CastMoods
extends Node
## Shows signs above the heads of agents for what they do besides walking and talking: that they
## wait, that a task is done, that something went wrong.

@export var cast: Cast


## Connects to the signals of [param runtime].
func follow(runtime: AgentRuntime) -> void:
	runtime.agent_paused_changed.connect(_on_agent_paused_changed)
	runtime.agent_stuck.connect(_on_agent_stuck)
	runtime.agent_mind_failed.connect(_on_agent_mind_failed)
	runtime.budget_exhausted.connect(_on_budget_exhausted)
	runtime.collaboration_answered.connect(_on_collaboration_answered)


## Shows how [param character] feels after saying [param content].
func show_after(character: Character, content: String) -> void:
	_feel(character, Feelings.of(content))


func _feel(character: Character, mark: Mark.Sign) -> void:
	if character and mark != Mark.Sign.NONE:
		character.mark.show_feeling(mark)


func _on_agent_paused_changed(agent_id: String, paused: bool) -> void:
	var character: Character = cast.character_of(agent_id)
	if character:
		character.waits = paused


func _on_agent_stuck(
		agent_id: String, _state: AgentRuntime.State, _seconds: float, _reason: String,
) -> void:
	_feel(cast.character_of(agent_id), Mark.Sign.WAITING)


func _on_agent_mind_failed(agent_id: String, _failure: String, _message: String) -> void:
	_feel(cast.character_of(agent_id), Mark.Sign.ALERT)


func _on_budget_exhausted(agent_id: String, _reason: String) -> void:
	_feel(cast.character_of(agent_id), Mark.Sign.ALERT)


func _on_collaboration_answered(
		agent_id: String, _partner: String, _subject: String, accepted: bool, _reason: String,
) -> void:
	_feel(cast.character_of(agent_id), Mark.Sign.HEART if accepted else Mark.Sign.ALERT)
