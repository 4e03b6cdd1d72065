class_name JobList
extends VBoxContainer
## Rows of jobs. A row that is still wanted keeps its place and the focus.

signal answer_wanted(question: AgentQuestion)
signal told(text: String, is_bad: bool)

@export var row_scene: PackedScene

# By the ids of their jobs.
var _rows: Dictionary[String, JobRow] = {}


## Shows [param wanted] in their order. Whoever works is named if [param names] is given.
func show_jobs(wanted: Array[AgentJob], jobs: OfficeJobs, names: AgentNames = null) -> void:
	var gone: Dictionary[String, JobRow] = _rows.duplicate()
	for place: int in wanted.size():
		var job: AgentJob = wanted[place]
		var row: JobRow = _row_of(job.id)
		gone.erase(job.id)
		move_child(row, place)
		row.show_job(job, jobs, _worker(job, names))
	for id: String in gone:
		_rows.erase(id)
		gone[id].queue_free()


func _worker(job: AgentJob, names: AgentNames) -> String:
	if names == null:
		return ""
	var agent_id: String = OfficeJobs.agent_of(job)
	return "For nobody" if agent_id.is_empty() else names.of(agent_id)


func _row_of(job_id: String) -> JobRow:
	if not _rows.has(job_id):
		var row: JobRow = row_scene.instantiate()
		_rows[job_id] = row
		add_child(row)
		row.answer_wanted.connect(answer_wanted.emit)
		row.told.connect(told.emit)
	return _rows[job_id]
