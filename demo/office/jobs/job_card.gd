class_name JobCard
extends PanelContainer
## A small paper at a desk: what is worked at, how far it is, what it costs, how it ended.

## Emitted when the player clicks it.
signal pressed

@export var icon_working: Texture2D
@export var icon_asking: Texture2D
@export var icon_done: Texture2D
@export var icon_failed: Texture2D

## How far its middle is from the desk's, if that is known.
var way_from_desk := Vector2.INF

@onready var _icon: TextureRect = %Icon
@onready var _title: Label = %Title
@onready var _cost: Label = %Cost
@onready var _line: Label = %Line
@onready var _progress: ProgressBar = %Progress


## Shows [param job]; [param others] more are at work at the same desk.
func show_job(job: AgentJob, jobs: OfficeJobs, others: int) -> void:
	var question: AgentQuestion = jobs.question_of(job)
	var line: String = jobs.line_of(job)
	_title.text = job.job_name if others == 0 else "%s +%d" % [job.job_name, others]
	_cost.text = "$%.2f" % job.cost
	_cost.visible = job.cost > 0.0
	_line.theme_type_variation = &"MutedLabel"
	if question != null:
		_icon.texture = icon_asking
		_line.theme_type_variation = &"HeadLabel"
		_line.text = question.prompt.get_slice("\n", 0)
	elif not job.is_over():
		_icon.texture = icon_working
		_line.text = line if not line.is_empty() else "begins"
	elif job.status == AgentJob.STATUS_COMPLETED:
		_icon.texture = icon_done
		_line.theme_type_variation = &"GoodLabel"
		_line.text = line if not line.is_empty() else "done"
	else:
		_icon.texture = icon_failed
		_line.theme_type_variation = &"ErrorLabel"
		_line.text = line if not line.is_empty() else job.status_name
	var progress: float = OfficeJobs.progress_in(line)
	_progress.visible = progress >= 0.0 and not job.is_over() and question == null
	_progress.value = progress
	reset_size()


func _on_gui_input(event: InputEvent) -> void:
	var click := event as InputEventMouseButton
	if click != null and click.pressed and click.button_index == MOUSE_BUTTON_LEFT:
		accept_event()
		pressed.emit()
