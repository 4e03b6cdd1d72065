class_name HoverCard
extends PanelContainer
## Shows what the character under the pointer said last.

const BESIDE := Vector2(18.0, 18.0)
const MARGIN := 8.0

var _agent_id: String = ""

@onready var _name: Label = %AgentName
@onready var _message: Label = %Message


## Shows what the agent [param id] has said, beside [param point]; hides if the id is empty.
func show_message(
		id: String, title: String = "", message: String = "", point: Vector2 = Vector2.ZERO,
) -> void:
	_agent_id = id
	visible = not id.is_empty()
	if not visible:
		return
	_name.text = title
	_message.text = message
	_message.visible = not message.is_empty()
	reset_size()
	var room: Vector2 = get_viewport_rect().size - size - Vector2(MARGIN, MARGIN)
	position = (point + BESIDE).min(room).max(Vector2(MARGIN, MARGIN))


## Call when an agent says something.
func hear(id: String, message: String) -> void:
	if id == _agent_id and visible:
		show_message(id, _name.text, message, position - BESIDE)
