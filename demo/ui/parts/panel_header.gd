class_name PanelHeader
extends HBoxContainer
## The top of a panel: its title, and the button that closes it.

signal close_pressed

@export var title: String = "": set = set_title
@export var icon: Texture2D

@onready var _title: Label = %Title
@onready var _icon: TextureRect = %Icon


func _ready() -> void:
	_title.text = title
	_icon.texture = icon
	_icon.visible = icon != null


func set_title(text: String) -> void:
	title = text
	if is_node_ready():
		_title.text = text


func _on_close_pressed() -> void:
	close_pressed.emit()
