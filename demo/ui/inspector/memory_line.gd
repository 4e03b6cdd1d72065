class_name MemoryLine
extends PanelContainer
## A line that an agent remembers, and why a search found it.

signal pin_wanted(line_id: int, pinned: bool)

var _id: int = 0

@onready var _who: Label = %Who
@onready var _when: Label = %When
@onready var _text: Label = %Text
@onready var _why: Label = %Why
@onready var _pin: Button = %Pin


func show_line(line: Dictionary, names: AgentNames) -> void:
	_id = line.get("id", 0)
	var kind: String = str(line.get("kind", "message"))
	_who.text = names.of(str(line.get("from", "")))
	if kind != "message":
		_who.text += " (%s)" % kind
	_when.text = str(line.get("ts", "")).left(16).replace("T", " ")
	_text.text = str(line.get("content", ""))
	var is_pinned: bool = line.get("pinned", false)
	_pin.set_pressed_no_signal(is_pinned)
	_why.visible = line.has("score")
	if line.has("score"):
		_why.text = "Score %.2f: fits %.2f, new %.2f, weighs %.2f" % [
			line.get("score"), line.get("relevance", 0.0), line.get("recency", 0.0),
			line.get("weight", 0.0),
		]


func _on_pin_toggled(is_on: bool) -> void:
	pin_wanted.emit(_id, is_on)
