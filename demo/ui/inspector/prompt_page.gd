extends InspectorPage
## What the agent's mind was asked last, part by part, with why each stands there.

@export var part_scene: PackedScene

@onready var _tokens: Label = %Tokens
@onready var _parts: VBoxContainer = %Parts


func _set_up() -> void:
	office.runtime.agent_state_changed.connect(_on_agent_state_changed)


func _fill() -> void:
	for child: Node in _parts.get_children():
		child.queue_free()
	var reply: RuntimeReply = await RuntimeReply.to(office.runtime, office.runtime.request(
			{"type": "last_prompt_request", "agent_id": agent_id}))
	if not reply.is_good:
		_tokens.text = "Nothing was asked of this mind yet."
		return
	_tokens.text = "About %d tokens" % int(str(reply.result.get("tokens", 0)))
	for part: Dictionary in reply.list("parts"):
		var shown: PromptPart = part_scene.instantiate()
		_parts.add_child(shown)
		shown.show_part(part)


func _on_agent_state_changed(id: String, old_state: int, _state: int) -> void:
	var has_thought: bool = old_state == AgentRuntime.STATE_THINKING
	if id == agent_id and has_thought and is_visible_in_tree():
		_fill()
