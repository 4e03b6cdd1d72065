class_name BudgetBar
extends VBoxContainer
## How much of a cap is used up.

const NEARLY_ALL := 0.8

@export var title: String = ""
## The format of the numbers, such as "%d" or "$%.2f".
@export var figure: String = "%d"

@onready var _title: Label = %Title
@onready var _figures: Label = %Figures
@onready var _bar: ProgressBar = %Bar


## A [param cap] of 0 means that there is none.
func show_use(used: float, cap: float) -> void:
	_title.text = title
	_bar.visible = cap > 0.0
	if cap <= 0.0:
		_figures.text = "%s, no cap" % (figure % used)
		return
	_figures.text = "%s of %s" % [figure % used, figure % cap]
	_bar.value = 100.0 * used / cap
	var is_short: bool = used >= NEARLY_ALL * cap
	_bar.modulate = Color(1.0, 0.55, 0.5) if is_short else Color.WHITE
