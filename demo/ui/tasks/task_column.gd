class_name TaskColumn
extends VBoxContainer
## The tasks that have come equally far.

@export var title: String = ""

@onready var _title: Label = %Title
@onready var _count: Label = %Count
@onready var _cards: VBoxContainer = %Cards


func _ready() -> void:
	_title.text = title


## Holds [param card] at [param place], from wherever it was before. One that is there already keeps
## the focus, and what was typed into it.
func take_card(card: TaskCard, place: int) -> void:
	if card.get_parent() == null:
		_cards.add_child(card)
	elif card.get_parent() != _cards:
		_move_here(card)
	_cards.move_child(card, mini(place, _cards.get_child_count() - 1))


## Shows how many cards it holds.
func recount() -> void:
	_count.text = str(_cards.get_child_count())


# What is in the tree again has not the focus any more.
func _move_here(card: TaskCard) -> void:
	var focused: Control = get_viewport().gui_get_focus_owner()
	card.reparent(_cards, false)
	if focused == null or not card.is_ancestor_of(focused):
		return
	if focused is LineEdit:
		(focused as LineEdit).edit()
	else:
		focused.grab_focus()
