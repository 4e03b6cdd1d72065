extends InspectorPage
## Who the agent is and what it is doing: its persona, its task, what it said last, what goes wrong.

# The last problem of each agent, by the agent's id.
var _troubles: Dictionary[String, String] = {}
# What was set here, by the id of the agent.
var _attentions: Dictionary[String, float] = {}

@onready var _jobs: JobList = %Jobs
@onready var _persona: Label = %Persona
@onready var _task: Label = %Task
@onready var _message: Label = %Message
@onready var _trouble: Label = %Trouble
@onready var _attention: HSlider = %Attention
@onready var _attention_shown: Label = %AttentionShown
@onready var _new_task: LineEdit = %NewTask


func _set_up() -> void:
	var runtime: AgentRuntime = office.runtime
	runtime.agent_spoke.connect(_on_agent_spoke)
	office.last_message_recalled.connect(_on_last_message_recalled)
	runtime.agent_task_changed.connect(_on_agent_task_changed)
	runtime.agent_mind_failed.connect(_on_mind_failed)
	runtime.budget_exhausted.connect(_on_budget_exhausted)
	office.jobs.changed.connect(_on_job_changed)
	office.jobs.ended.connect(_on_job_ended)
	office.jobs.asked.connect(_on_question_changed)
	office.jobs.closed.connect(_on_question_changed)


func _fill() -> void:
	var agent: Dictionary = office.runtime.get_agent_state(agent_id)
	_persona.text = str(agent.get("persona", ""))
	_persona.visible = not _persona.text.is_empty()
	var task: String = str(agent.get("current_task", ""))
	_task.text = task if not task.is_empty() else "None"
	var last: String = office.last_message_of(agent_id)
	_message.text = last if not last.is_empty() else "Nothing yet."
	_trouble.text = _troubles.get(agent_id, "")
	_trouble.visible = not _trouble.text.is_empty()
	var weight: float = _attentions.get(agent_id, 1.0)
	_attention.set_value_no_signal(weight)
	_show_attention()
	_fill_jobs()


# Its jobs at work, or else the last one.
func _fill_jobs() -> void:
	var own: Array[AgentJob] = office.jobs.all().filter(
			func(job: AgentJob) -> bool: return OfficeJobs.agent_of(job) == agent_id)
	var working: Array[AgentJob] = own.filter(
			func(job: AgentJob) -> bool: return not job.is_over())
	_jobs.show_jobs(working if not working.is_empty() else own.slice(0, 1), office.jobs)
	_jobs.visible = not own.is_empty()


func _show_attention() -> void:
	_attention_shown.text = "×" + String.num(_attention.value, 2)


func _is_shown(id: String) -> bool:
	return id == agent_id and is_visible_in_tree()


func _on_agent_spoke(id: String, content: String, _recipients: PackedStringArray) -> void:
	_troubles.erase(id)
	if _is_shown(id):
		_message.text = content
		_trouble.hide()


func _on_last_message_recalled(id: String, content: String) -> void:
	if _is_shown(id):
		_message.text = content


func _on_agent_task_changed(
		id: String, _task_id: String, _task_name: String, _status: int, _result: String) -> void:
	if _is_shown(id):
		_fill()


func _on_mind_failed(id: String, _failure: String, message: String) -> void:
	_troubles[id] = message
	if _is_shown(id):
		_fill()


func _on_budget_exhausted(id: String, reason: String) -> void:
	_on_mind_failed(id, "", reason)


func _on_job_changed(job: AgentJob) -> void:
	if _is_shown(OfficeJobs.agent_of(job)):
		_fill_jobs()


func _on_job_ended(job: AgentJob, _well: bool) -> void:
	_on_job_changed(job)


func _on_question_changed(question: AgentQuestion) -> void:
	if _is_shown(OfficeJobs.agent_asking(question)):
		_fill_jobs()


func _on_attention_changed(weight: float) -> void:
	_attentions[agent_id] = weight
	_show_attention()
	office.runtime.set_attention(agent_id, weight)


func _on_task_given(_text: String = "") -> void:
	var task_name: String = _new_task.text.strip_edges()
	if task_name.is_empty():
		return
	var reply: AgentReply = await office.runtime.request(
			{"type": "task_assign_request", "agent_id": agent_id, "task_name": task_name}).wait()
	if reply.ok:
		_new_task.clear()
		tell("%s has a task: %s" % [names.of(agent_id), task_name])
	else:
		tell(reply.message, true)
