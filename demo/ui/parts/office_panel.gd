class_name OfficePanel
extends PanelContainer
## The base of all panels over the office, which can be opened and closed. A panel asks the runtime
## for its content when it is opened, and at each signal of a change. In between it does nothing.

signal opened
signal closed
## Emitted with a sentence for the player to read.
signal told(text: String, is_bad: bool)

## The least room left around a panel.
const AROUND := Vector2(32.0, 32.0)

## What has the focus after the panel was opened.
@export var first_focus: Control
## Its size where the window has room for it.
@export var wanted_size := Vector2.ZERO

var office: Office
var names: AgentNames


func _ready() -> void:
	get_viewport().size_changed.connect(_fit)


## Call once, before the panel is opened.
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


## Moves the focus to the first control.
func focus_first() -> void:
	if first_focus is LineEdit:
		(first_focus as LineEdit).edit()
	elif first_focus != null:
		first_focus.grab_focus()


## Whether something in the panel has the focus.
func has_focus_within() -> bool:
	var owner_of_focus: Control = get_viewport().gui_get_focus_owner()
	return owner_of_focus != null and is_ancestor_of(owner_of_focus)


## Shows a message to the player.
func tell(text: String, is_bad: bool = false) -> void:
	told.emit(text, is_bad)


## For subclasses: connects to signals of the runtime.
func _set_up() -> void:
	pass


## For subclasses: shows the present state.
func _fill() -> void:
	pass


func _fit() -> void:
	custom_minimum_size = wanted_size.min(get_viewport_rect().size - AROUND)
