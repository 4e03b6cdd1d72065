class_name TaskBoard
extends OfficePanel
## The tasks of all agents, by their progress.

const COLUMNS: Array[String] = ["assigned", "in_progress", "completed", "failed"]
const MOST_TASKS := 100

@export var card_scene: PackedScene

# Counts requests, so that only the newest answer is shown.
var _asked: int = 0
var _agents: PackedStringArray = []
# By the ids of their tasks.
var _cards: Dictionary[String, TaskCard] = {}

@onready var _agent: OptionButton = %Agent
@onready var _name: LineEdit = %TaskName
@onready var _description: LineEdit = %Description
@onready var _error: Label = %Error
@onready var _columns: HBoxContainer = %Columns


func _set_up() -> void:
	office.runtime.agent_task_changed.connect(_on_agent_task_changed)


func _fill() -> void:
	_error.hide()
	_fill_agents()
	_fill_columns()


func _fill_agents() -> void:
	var chosen: String = "" if _agent.selected < 0 else _agents[_agent.selected]
	_agents = office.runtime.get_agents()
	_agent.clear()
	for id: String in _agents:
		_agent.add_item(names.of(id))
	_agent.select(maxi(_agents.find(chosen), 0) if not _agents.is_empty() else -1)


func _fill_columns() -> void:
	_asked += 1
	var mine: int = _asked
	var reply: AgentReply = await office.runtime.request(
			{"type": "tasks_request", "limit": MOST_TASKS}).wait()
	if mine != _asked or not is_inside_tree():
		return
	if not reply.ok:
		_refuse(reply.message)
		return
	var had_focus: bool = has_focus_within()
	_show_tasks(reply.value.tasks as Array[Dictionary])
	if had_focus and not has_focus_within(): # the focus was in a card that has moved
		_name.grab_focus()


func _show_tasks(tasks: Array[Dictionary]) -> void:
	var gone: Dictionary[String, TaskCard] = _cards.duplicate()
	var filled: PackedInt32Array = []
	filled.resize(COLUMNS.size())
	for task: Dictionary in tasks:
		var column: int = COLUMNS.find(str(task.get("status")))
		if column >= 0:
			var id: String = str(task.get("task_id"))
			var card: TaskCard = _card_of(id)
			(_columns.get_child(column) as TaskColumn).take_card(card, filled[column])
			filled[column] += 1
			card.show_task(task, names)
			gone.erase(id)
	for id: String in gone:
		_cards.erase(id)
		gone[id].get_parent().remove_child(gone[id])
		gone[id].queue_free()
	for column: TaskColumn in _columns.get_children():
		column.recount()


func _card_of(task_id: String) -> TaskCard:
	if not _cards.has(task_id):
		var card: TaskCard = card_scene.instantiate()
		card.finished.connect(_on_finished)
		_cards[task_id] = card
	return _cards[task_id]


func _refuse(reason: String) -> void:
	_error.text = reason
	_error.show()


func _on_agent_task_changed(
		_id: String, _task_id: String, _task_name: String, _status: int, _result: String) -> void:
	if visible:
		_fill_columns()


func _on_add_pressed(_text: String = "") -> void:
	if _agent.selected < 0:
		_refuse("There is nobody to give a task to.")
		return
	var reply: AgentReply = await office.runtime.request({
		"type": "task_assign_request",
		"agent_id": _agents[_agent.selected],
		"task_name": _name.text.strip_edges(),
		"description": _description.text.strip_edges(),
	}).wait()
	if reply.ok:
		_error.hide()
		_name.clear()
		_description.clear()
		_name.edit()
	else:
		_refuse(reply.message)


func _on_finished(task_id: String, is_done: bool, result: String) -> void:
	var reply: AgentReply = await office.runtime.request({
		"type": "task_finish_request",
		"task_id": task_id,
		"status": "completed" if is_done else "failed",
		"result": result,
	}).wait()
	if not reply.ok:
		_refuse(reply.message)
