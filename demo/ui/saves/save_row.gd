class_name SaveRow
extends PanelContainer
## A slot: when it was saved, how many agents are in it, and what can be done with it.

signal save_wanted(slot: String)
signal load_wanted(slot: String)
signal delete_wanted(slot: String)

var _slot: String = ""

@onready var _name: Label = %SlotName
@onready var _about: Label = %About
@onready var _save: Button = %Save
@onready var _load: Button = %Load
@onready var _delete: Button = %Delete


## An empty [param saved] is an empty slot; one with a problem cannot be loaded.
func show_slot(slot: String, title: String, saved: Dictionary) -> void:
	_slot = slot
	_name.text = title
	var problem: String = str(saved.get("problem", ""))
	_load.disabled = saved.is_empty() or not problem.is_empty()
	_delete.disabled = saved.is_empty()
	_about.theme_type_variation = &"MutedLabel" if problem.is_empty() else &"ErrorLabel"
	if saved.is_empty() or not problem.is_empty():
		_about.text = "empty" if saved.is_empty() else problem
		return
	var agents: int = saved.get("agents", 0)
	_about.text = "%s, %d %s" % [
		_local_time(str(saved.get("saved_at", ""))), agents, "agent" if agents == 1 else "agents",
	]


func take_focus() -> void:
	_save.grab_focus()


# In the player's time zone: "2026-11-19 14:05".
func _local_time(utc: String) -> String:
	var bias: int = Time.get_time_zone_from_system().get("bias", 0)
	var moment: int = Time.get_unix_time_from_datetime_string(utc.left(19)) + bias * 60
	var date: Dictionary = Time.get_datetime_dict_from_unix_time(moment)
	return "%04d-%02d-%02d %02d:%02d" % [
		date.get("year"), date.get("month"), date.get("day"), date.get("hour"), date.get("minute"),
	]


func _on_save_pressed() -> void:
	save_wanted.emit(_slot)


func _on_load_pressed() -> void:
	load_wanted.emit(_slot)


func _on_delete_pressed() -> void:
	delete_wanted.emit(_slot)
