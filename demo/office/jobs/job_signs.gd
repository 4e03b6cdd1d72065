class_name JobSigns
extends Node
## Shows on the characters, and on the board for those of nobody, who works at a job, who waits for
## an answer, and how a job ended.

@export var cast: Cast
@export var jobs: OfficeJobs
@export var board: JobBoard


func _ready() -> void:
	cast.character_entered.connect(_show_on)
	jobs.changed.connect(_on_job_changed)
	jobs.ended.connect(_on_job_ended)
	jobs.asked.connect(_on_question_changed)
	jobs.closed.connect(_on_question_changed)


func _show_at(agent_id: String) -> void:
	if agent_id.is_empty():
		board.show_jobs(jobs.shown_at(""), jobs)
	var character: Character = cast.character_of(agent_id)
	if character != null:
		_show_on(character)


func _show_on(character: Character) -> void:
	character.asks = jobs.question_at(character.agent_id) != null
	character.has_job = jobs.shown_at(character.agent_id).any(
			func(job: AgentJob) -> bool: return not job.is_over())


func _on_job_changed(job: AgentJob) -> void:
	_show_at(OfficeJobs.agent_of(job))


func _on_job_ended(job: AgentJob, well: bool) -> void:
	var agent_id: String = OfficeJobs.agent_of(job)
	_show_at(agent_id)
	var character: Character = cast.character_of(agent_id)
	var mark: Mark = character.mark if character != null else board.mark
	mark.show_feeling(Mark.Sign.DONE if well else Mark.Sign.ALERT)


func _on_question_changed(question: AgentQuestion) -> void:
	_show_at(OfficeJobs.agent_asking(question))
