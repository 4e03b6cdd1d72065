class_name TaskCard
extends PanelContainer
## One task, and the buttons that end it.

signal finished(task_id: String, is_done: bool, result: String)

var _id: String = ""

@onready var _who: Label = %Who
@onready var _name: Label = %TaskName
@onready var _description: Label = %Description
@onready var _result: Label = %Result
@onready var _ending: Control = %Ending
@onready var _result_line: LineEdit = %ResultLine


func show_task(task: Dictionary, names: AgentNames) -> void:
	_id = str(task.get("task_id"))
	_who.text = names.of(str(task.get("agent_id")))
	_name.text = str(task.get("task_name"))
	_show(_description, str(task.get("description", "")))
	_show(_result, str(task.get("result", "")))
	_ending.visible = str(task.get("status")) in ["assigned", "in_progress"]


func _show(label: Label, text: String) -> void:
	label.text = text
	label.visible = not text.is_empty()


func _on_ended(is_done: bool) -> void:
	finished.emit(_id, is_done, _result_line.text.strip_edges())
