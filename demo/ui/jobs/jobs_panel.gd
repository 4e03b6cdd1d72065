class_name JobsPanel
extends OfficePanel
## Gives somebody in the office work, and shows all jobs.

signal answer_wanted(question: AgentQuestion)

const MOST_SHOWN := 40
const NOBODY := "Nobody (the board)"

var _agents: PackedStringArray = []

@onready var _agent: OptionButton = %Agent
@onready var _work: OptionButton = %Work
@onready var _prompt: LineEdit = %Prompt
@onready var _error: Label = %Error
@onready var _list: JobList = %List
@onready var _none: Label = %None


func _set_up() -> void:
	for title: String in OfficeWorks.titles():
		_work.add_item(title)
	_on_work_selected(0)
	var jobs: OfficeJobs = office.jobs
	jobs.changed.connect(_on_job_changed)
	jobs.ended.connect(_on_job_ended)
	jobs.asked.connect(_on_question_changed)
	jobs.closed.connect(_on_question_changed)


func _fill() -> void:
	_error.hide()
	_fill_agents()
	_fill_list()


func _fill_agents() -> void:
	var chosen: String = office.selected() if _agent.selected <= 0 else _agents[_agent.selected - 1]
	_agents = office.runtime.get_agents()
	_agent.clear()
	_agent.add_item(NOBODY)
	for id: String in _agents:
		_agent.add_item(names.of(id))
	_agent.select(maxi(_agents.find(chosen), 0) + 1 if not _agents.is_empty() else 0)


func _fill_list() -> void:
	if not visible:
		return
	var had_focus: bool = has_focus_within()
	var all: Array[AgentJob] = office.jobs.all().slice(0, MOST_SHOWN)
	_list.show_jobs(all, office.jobs, names)
	_none.visible = all.is_empty()
	if had_focus and not has_focus_within(): # the focus was on a button that has gone
		_agent.grab_focus()


func _refuse(reason: String) -> void:
	_error.text = reason
	_error.show()


func _on_work_selected(_number: int) -> void:
	_prompt.visible = OfficeWorks.wants_prompt(_work.text)


func _on_give_pressed(_text: String = "") -> void:
	var prompt: String = _prompt.text.strip_edges()
	if OfficeWorks.wants_prompt(_work.text) and prompt.is_empty():
		_refuse("Say what %s is to do." % _work.text)
		return
	var agent_id: String = "" if _agent.selected == 0 else _agents[_agent.selected - 1]
	var job: AgentProgramJob = office.jobs.give(
			OfficeWorks.config_of(_work.text, prompt), agent_id)
	if job == null:
		_refuse("That cannot be started here; the log says why, and what to try.")
		return
	_error.hide()
	_prompt.clear()
	_fill_list()


func _on_job_changed(_job: AgentJob) -> void:
	_fill_list()


func _on_job_ended(_job: AgentJob, _well: bool) -> void:
	_fill_list()


func _on_question_changed(_question: AgentQuestion) -> void:
	_fill_list()


func _on_answer_wanted(question: AgentQuestion) -> void:
	answer_wanted.emit(question)
