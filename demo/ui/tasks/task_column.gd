class_name TaskColumn
extends VBoxContainer
## The tasks that have come equally far.

@export var title: String = ""

@onready var _title: Label = %Title
@onready var _count: Label = %Count
@onready var _cards: VBoxContainer = %Cards


func _ready() -> void:
	_title.text = title


func clear() -> void:
	for card: Node in _cards.get_children():
		_cards.remove_child(card)
		card.queue_free()
	_count.text = "0"


func add_card(card: TaskCard) -> void:
	_cards.add_child(card)
	_count.text = str(_cards.get_child_count())
