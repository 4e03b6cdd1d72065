class_name SavesPanel
extends OfficePanel
## Saves the world in slots, and loads it from them.

## The slot of the keys F5 and F9.
const QUICK_SLOT := "quick"
const SLOTS: Array[String] = [QUICK_SLOT, "slot_1", "slot_2", "slot_3", "slot_4", "slot_5"]

@export var row_scene: PackedScene

# What to do when the player has confirmed.
var _when_sure: Callable

@onready var _rows: VBoxContainer = %Rows
@onready var _sure: Control = %Sure
@onready var _sure_text: Label = %SureText
@onready var _yes: Button = %Yes
@onready var _no: Button = %No
@onready var _message: Label = %Message


## Saves into the quick slot.
func quick_save() -> void:
	_save(QUICK_SLOT)


## Loads from the quick slot.
func quick_load() -> void:
	if _saved().has(QUICK_SLOT):
		_load(QUICK_SLOT)
	else:
		tell("Nothing was saved with F5 yet.", true)


## Moves the focus to the first slot.
func focus_first() -> void:
	(_rows.get_child(0) as SaveRow).take_focus()


## The name of a slot in sentences.
static func name_of(slot: String) -> String:
	return "Quick slot" if slot == QUICK_SLOT else slot.capitalize()


func _fill() -> void:
	_sure.hide()
	_message.text = ""
	_fill_rows()


# Afterwards the row of `focused` has the focus.
func _fill_rows(focused: String = QUICK_SLOT) -> void:
	for row: Node in _rows.get_children():
		_rows.remove_child(row)
		row.queue_free()
	var saved: Dictionary[String, Dictionary] = _saved()
	var slots: Array[String] = SLOTS.duplicate()
	for slot: String in saved:
		if not slots.has(slot):
			slots.append(slot)
	for slot: String in slots:
		var row: SaveRow = row_scene.instantiate()
		_rows.add_child(row)
		var found: Dictionary = saved.get(slot, {})
		row.show_slot(slot, name_of(slot), found)
		row.save_wanted.connect(_on_save_wanted.bind(saved.has(slot)))
		row.load_wanted.connect(_on_load_wanted)
		row.delete_wanted.connect(_on_delete_wanted)
		if visible and slot == focused:
			row.take_focus()


func _saved() -> Dictionary[String, Dictionary]:
	var saved: Dictionary[String, Dictionary] = {}
	for slot: Dictionary in office.runtime.list_slots():
		saved[str(slot.get("slot"))] = slot
	return saved


func _save(slot: String) -> void:
	var reply: AgentReply = await office.runtime.save_slot(slot).wait()
	_say("%s is saved." % name_of(slot) if reply.ok else reply.message, not reply.ok)
	if visible:
		_fill_rows(slot)


func _load(slot: String) -> void:
	var reply: AgentReply = await office.runtime.load_slot(slot).wait()
	if reply.ok:
		close()
	_say("%s is loaded." % name_of(slot) if reply.ok else reply.message, not reply.ok)


func _delete(slot: String) -> void:
	if office.runtime.delete_slot(slot) == OK:
		_say("%s is empty now." % name_of(slot))
	else:
		_say("%s cannot be deleted; the log says why." % name_of(slot), true)
	_fill_rows(slot)


func _ask(question: String, answer: String, what: Callable) -> void:
	_sure_text.text = question
	_yes.text = answer
	_when_sure = what
	_sure.show()
	_no.grab_focus()


func _say(text: String, is_bad: bool = false) -> void:
	_message.text = text
	_message.theme_type_variation = &"ErrorLabel" if is_bad else &"GoodLabel"
	if not visible:
		tell(text, is_bad)


func _on_save_wanted(slot: String, is_taken: bool) -> void:
	if is_taken:
		_ask("Save over %s? What is in it is lost." % name_of(slot), "Save over it",
				_save.bind(slot))
	else:
		_save(slot)


func _on_load_wanted(slot: String) -> void:
	_ask("Load %s? What has happened since your last save is lost." % name_of(slot), "Load it",
			_load.bind(slot))


func _on_delete_wanted(slot: String) -> void:
	_ask("Delete %s for good?" % name_of(slot), "Delete it", _delete.bind(slot))


func _on_yes_pressed() -> void:
	_sure.hide()
	_when_sure.call()


func _on_no_pressed() -> void:
	_sure.hide()
	focus_first()
