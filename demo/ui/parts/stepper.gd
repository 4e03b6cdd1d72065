class_name Stepper
extends HBoxContainer
## A whole number with a button for less and one for more.

signal value_changed(value: int)

@export var lowest: int = 0
@export var highest: int = 10
@export var value: int = 0: set = set_value
## The format of the text; "%d" stands for the number.
@export var shown_as: String = "%d"
## The text for the lowest number, unless it is empty.
@export var lowest_shown_as: String = ""

@onready var _shown: Label = %Shown
@onready var _less: Button = %Less
@onready var _more: Button = %More


func _ready() -> void:
	_show()


## Sets the number, within the bounds.
func set_value(wanted: int) -> void:
	var bounded: int = clampi(wanted, lowest, highest)
	if bounded == value:
		return
	value = bounded
	if is_node_ready():
		_show()
	value_changed.emit(value)


func _show() -> void:
	_less.disabled = value <= lowest
	_more.disabled = value >= highest
	var is_lowest: bool = value == lowest and not lowest_shown_as.is_empty()
	_shown.text = lowest_shown_as if is_lowest else shown_as % value


func _on_less_pressed() -> void:
	value -= 1


func _on_more_pressed() -> void:
	value += 1
