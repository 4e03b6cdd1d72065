class_name TaskColumn
extends VBoxContainer
## The tasks with the same progress.

@export var title: String = ""

@onready var _title: Label = %Title
@onready var _count: Label = %Count
@onready var _cards: VBoxContainer = %Cards


func _ready() -> void:
	_title.text = title


## Puts [param card] at [param place], wherever it was before. A card that is already there keeps
## the focus and the text typed into it.
func take_card(card: TaskCard, place: int) -> void:
	if card.get_parent() == null:
		_cards.add_child(card)
	elif card.get_parent() != _cards:
		_move_here(card)
	_cards.move_child(card, mini(place, _cards.get_child_count() - 1))


## Shows how many cards there are.
func recount() -> void:
	_count.text = str(_cards.get_child_count())


# A node that re-enters the tree has lost the focus.
func _move_here(card: TaskCard) -> void:
	var focused: Control = get_viewport().gui_get_focus_owner()
	card.reparent(_cards, false)
	if focused == null or not card.is_ancestor_of(focused):
		return
	if focused is LineEdit:
		(focused as LineEdit).edit()
	else:
		focused.grab_focus()
