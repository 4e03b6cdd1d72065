class_name KeyRow
extends VBoxContainer
## One key: whether there is one, and a field to enter another.

signal key_entered(mind: String, key: String)

@export var title: String = ""

var _mind: String = ""

@onready var _title: Label = %Title
@onready var _state: Label = %State
@onready var _line: LineEdit = %Line
@onready var _forget: Button = %Forget


func show_key(mind: String) -> void:
	_mind = mind
	_title.text = title
	var masked: String = KeyFile.masked(mind)
	_forget.disabled = masked.is_empty()
	_state.text = "none" if masked.is_empty() else masked
	if KeyFile.is_in_environment(mind):
		_state.text = "from the environment (%s)" % KeyFile.VARIABLES[mind]


func _on_keep_pressed(_text: String = "") -> void:
	var key: String = _line.text.strip_edges()
	_line.clear()
	if not key.is_empty():
		key_entered.emit(_mind, key)


func _on_forget_pressed() -> void:
	key_entered.emit(_mind, "")
