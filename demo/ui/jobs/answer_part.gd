class_name AnswerPart
extends VBoxContainer
## One thing that is asked: options to choose from, or a line for any other text, or both.

## Emitted when the player presses Enter in the line.
signal submitted

var _question: String = ""
var _many: bool = false
var _boxes: Array[CheckBox] = []

@onready var _title: Label = %Title
@onready var _options: VBoxContainer = %Options
@onready var _line: LineEdit = %Line


## Offers what [param part] has, as in [member AgentQuestion.detail]. An option is a text, or a
## dictionary with its label and its description.
func offer(part: Dictionary, options: Array) -> void:
	_question = str(part.get("question", ""))
	_title.text = _question
	_title.visible = not _question.is_empty()
	_many = part.get("many", false)
	var group := ButtonGroup.new()
	for option: Variant in options:
		var box := CheckBox.new()
		box.button_group = null if _many else group
		box.autowrap_mode = TextServer.AUTOWRAP_WORD_SMART
		var about: Dictionary = option if option is Dictionary else {"label": str(option)}
		box.text = str(about.get("label", ""))
		box.tooltip_text = str(about.get("description", ""))
		_options.add_child(box)
		_boxes.append(box)
	_line.visible = options.is_empty() or part.get("other", false)
	_line.placeholder_text = "Your answer" if options.is_empty() else "Something else"


## What the question of this part is; empty if there is only one.
func question() -> String:
	return _question


## What was chosen or typed: a text, or an array of texts where several may be chosen. Null if that
## is nothing.
func value() -> Variant:
	var chosen: Array[String] = []
	for box: CheckBox in _boxes:
		if box.button_pressed:
			chosen.append(box.text)
	var typed: String = _line.text.strip_edges() if _line.visible else ""
	if not typed.is_empty():
		chosen.append(typed)
	if chosen.is_empty():
		return null
	if _many:
		return chosen
	return chosen[-1]


func focus_first() -> void:
	if _boxes.is_empty():
		_line.edit()
	else:
		_boxes[0].grab_focus()


func _on_line_submitted(_text: String) -> void:
	submitted.emit()
