class_name JobBoard
extends Node2D
## The whiteboard, where a note hangs for each job that is done for nobody in particular.

enum Note { WORKING, ASKING, DONE, FAILED }

## The part of the wall that it covers.
const AREA := Rect2(-24.0, -16.0, 48.0, 28.0)

@onready var mark: Mark = $Mark
@onready var _notes: Node2D = $Notes


## Shows [param shown], as many as have room.
func show_jobs(shown: Array[AgentJob], jobs: OfficeJobs) -> void:
	for place: int in _notes.get_child_count():
		var note: Sprite2D = _notes.get_child(place)
		note.visible = place < shown.size()
		if note.visible:
			note.frame = _note_of(shown[place], jobs)
	mark.show_mark(Mark.Sign.QUESTION if jobs.question_at("") != null else Mark.Sign.NONE)


## Whether it, or the sign above it, covers a place of the office.
func covers(place: Vector2) -> bool:
	return AREA.has_point(place - position) or mark.covers(place - position)


func _note_of(job: AgentJob, jobs: OfficeJobs) -> Note:
	if not job.is_over():
		return Note.ASKING if jobs.question_of(job) != null else Note.WORKING
	return Note.DONE if job.status == AgentJob.STATUS_COMPLETED else Note.FAILED
