class_name JobRow
extends PanelContainer
## One job: who works at it, what it wrote last, what it costs, how it ended; and what the player
## can do about it.

signal answer_wanted(question: AgentQuestion)
## Emitted with a sentence for the player to read.
signal told(text: String, is_bad: bool)

@export var icon_working: Texture2D
@export var icon_asking: Texture2D
@export var icon_done: Texture2D
@export var icon_failed: Texture2D

var _job: AgentJob
var _question: AgentQuestion

@onready var _icon: TextureRect = %Icon
@onready var _title: Label = %Title
@onready var _about: Label = %About
@onready var _line: Label = %Line
@onready var _answer: Button = %Answer
@onready var _stop: Button = %Stop


## Shows [param job] of [param jobs]; the worker is not named if [param worker] is empty.
func show_job(job: AgentJob, jobs: OfficeJobs, worker: String = "") -> void:
	_job = job
	_question = jobs.question_of(job)
	_title.text = job.job_name if not job.job_name.is_empty() else job.id
	var about: PackedStringArray = [_state_of(job), "$%.2f" % job.cost]
	if not worker.is_empty():
		about.insert(0, worker)
	_about.text = " · ".join(about)
	_line.text = _question.prompt if _question != null else jobs.line_of(job)
	_line.visible = not _line.text.is_empty()
	_icon.texture = _icon_of(job)
	_answer.visible = _question != null
	_stop.visible = not job.is_over()


## Moves the focus to what can be done, if anything can.
func take_focus() -> void:
	for button: Button in [_answer, _stop]:
		if button.visible:
			button.grab_focus()
			return


func _state_of(job: AgentJob) -> String:
	if _question != null:
		return "waits for you"
	var program := job as AgentProgramJob
	if job.status == AgentJob.STATUS_FAILED and program != null and program.exit_code > 0:
		return "failed with code %d" % program.exit_code
	match job.status:
		AgentJob.STATUS_STARTING, AgentJob.STATUS_RUNNING:
			return "at work"
		AgentJob.STATUS_COMPLETED:
			return "done"
		AgentJob.STATUS_KILLED:
			return "stopped"
	return "failed"


func _icon_of(job: AgentJob) -> Texture2D:
	if _question != null:
		return icon_asking
	if not job.is_over():
		return icon_working
	return icon_done if job.status == AgentJob.STATUS_COMPLETED else icon_failed


func _on_answer_pressed() -> void:
	if _question != null:
		answer_wanted.emit(_question)


func _on_stop_pressed() -> void:
	var reply: AgentReply = await _job.kill("The player has stopped it.").wait()
	if not reply.ok:
		told.emit(reply.message, true)
