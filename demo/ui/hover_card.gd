class_name HoverCard
extends PanelContainer
## What the character under the pointer has said last.

const BESIDE := Vector2(18.0, 18.0)
const MARGIN := 8.0

@onready var _name: Label = %AgentName
@onready var _message: Label = %Message


## Shows an agent beside [param point]; nobody if [param title] is empty.
func show_message(title: String, message: String, point: Vector2) -> void:
	visible = not title.is_empty()
	if not visible:
		return
	_name.text = title
	_message.text = message
	_message.visible = not message.is_empty()
	reset_size()
	var room: Vector2 = get_viewport_rect().size - size - Vector2(MARGIN, MARGIN)
	position = (point + BESIDE).min(room).max(Vector2(MARGIN, MARGIN))
