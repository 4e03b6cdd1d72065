class_name OfficePanel
extends PanelContainer
## A panel over the office that opens and closes; all panels are one. What they show they ask the
## runtime for when they open, and whenever it tells of a change; they do nothing in between.

signal opened
signal closed
## Emitted with a sentence that the player is to read.
signal told(text: String, is_bad: bool)

## The room that is left around a panel at the least.
const AROUND := Vector2(32.0, 32.0)

## What has the focus after the panel was opened.
@export var first_focus: Control
## As large as this where the window has room for it.
@export var wanted_size := Vector2.ZERO

var office: Office
var names: AgentNames


func _ready() -> void:
	get_viewport().size_changed.connect(_fit)


## To be called once, before the panel is opened.
func setup(the_office: Office, the_names: AgentNames) -> void:
	office = the_office
	names = the_names
	_set_up()


func open() -> void:
	if visible:
		return
	_fit()
	show()
	_fill()
	opened.emit()


func close() -> void:
	if not visible:
		return
	hide()
	closed.emit()


func toggle() -> void:
	if visible:
		close()
	else:
		open()


## Gives the focus to what comes first.
func focus_first() -> void:
	if first_focus is LineEdit:
		(first_focus as LineEdit).edit()
	elif first_focus != null:
		first_focus.grab_focus()


## Whether the focus is somewhere in the panel.
func has_focus_within() -> bool:
	var owner_of_focus: Control = get_viewport().gui_get_focus_owner()
	return owner_of_focus != null and is_ancestor_of(owner_of_focus)


## Says something to the player.
func tell(text: String, is_bad: bool = false) -> void:
	told.emit(text, is_bad)


## For those who derive from it: connects to signals of the runtime.
func _set_up() -> void:
	pass


## For those who derive from it: shows what is so now.
func _fill() -> void:
	pass


func _fit() -> void:
	custom_minimum_size = wanted_size.min(get_viewport_rect().size - AROUND)
