class_name StepStage
extends CanvasLayer
## What all steps of the tutorial share: a title, what there is to learn, a line for what happens,
## and a field to say something. While it is shown, the window shows 1280 by 720 at any size, and
## ignores the text size in the settings.

## Emitted when the player has typed something and pressed Enter.
signal asked(text: String)

## The title of the step.
@export var title: String = "Step"
## What the step teaches, in a sentence.
@export_multiline var idea: String = ""
## The text in the empty field; without it there is no field.
@export var prompt: String = ""
## Whether the step has shown its point.
var is_finished: bool = false

var _mode_before: Window.ContentScaleMode
var _size_before: Vector2i
var _factor_before: float

@onready var _happening: Label = %Happening
@onready var _question: LineEdit = %Question


func _enter_tree() -> void:
	var window: Window = get_window()
	_mode_before = window.content_scale_mode
	_size_before = window.content_scale_size
	_factor_before = window.content_scale_factor
	window.content_scale_mode = Window.CONTENT_SCALE_MODE_CANVAS_ITEMS
	window.content_scale_size = Vector2i(1280, 720)
	window.content_scale_factor = 1.0 # a larger scale would cut off text


func _exit_tree() -> void:
	get_window().content_scale_mode = _mode_before
	get_window().content_scale_size = _size_before
	get_window().content_scale_factor = _factor_before


func _ready() -> void:
	(%Title as Label).text = title
	(%Idea as Label).text = idea
	_question.placeholder_text = prompt
	_question.visible = not prompt.is_empty()
	_question.text_submitted.connect(_on_text_submitted)
	_question.grab_focus()


## Describes below the scene what happens.
func tell(what: String) -> void:
	_happening.text = what


## Shows a page of text over the scene.
func show_page(text: String) -> void:
	(%Words as Label).text = text
	(%Page as Control).show()


## Shows the text, and marks the step as finished.
func finish(what: String) -> void:
	tell(what)
	if not is_finished:
		is_finished = true
		print("step: finished")


func _on_text_submitted(text: String) -> void:
	_question.clear()
	if not text.strip_edges().is_empty():
		asked.emit(text.strip_edges())
