extends InspectorPage
## The last prompt of the agent's mind, part by part, with the reason for each.

@export var part_scene: PackedScene

# Counts what was asked, so that an answer that comes too late is not shown.
var _asked: int = 0

@onready var _tokens: Label = %Tokens
@onready var _parts: VBoxContainer = %Parts


func _set_up() -> void:
	office.runtime.agent_state_changed.connect(_on_agent_state_changed)


func _fill() -> void:
	_asked += 1
	var mine: int = _asked
	var reply: AgentReply = await office.runtime.request(
			{"type": "last_prompt_request", "agent_id": agent_id}).wait()
	if mine != _asked:
		return
	for child: Node in _parts.get_children():
		child.queue_free()
	if not reply.ok:
		_tokens.text = "Nothing was asked of this mind yet."
		return
	_tokens.text = "About %d tokens" % reply.value.tokens
	for part: Dictionary in reply.value.parts:
		var shown: PromptPart = part_scene.instantiate()
		_parts.add_child(shown)
		shown.show_part(part)


func _on_agent_state_changed(id: String, old_state: int, _state: int) -> void:
	var has_thought: bool = old_state == AgentRuntime.STATE_THINKING
	if id == agent_id and has_thought and is_visible_in_tree():
		_fill()
