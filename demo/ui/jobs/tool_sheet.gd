class_name ToolSheet
extends VBoxContainer
## What a program wants to do: the tool, its parameters, and what would be changed.

const NAME_COLOUR := Color("b9afd6")
const ADDED := Color("8fd67f")
const REMOVED := Color("ff8a80")
const LONGEST_VALUE := 2000
const LONGEST_PREVIEW := 20_000

@onready var _tool: Label = %Tool
@onready var _parameters: RichTextLabel = %Parameters
@onready var _parameters_paper: Control = %ParametersPaper
@onready var _preview_title: Control = %PreviewTitle
@onready var _preview: RichTextLabel = %Preview
@onready var _preview_paper: Control = %PreviewPaper


## Shows what [param question] has of it. All of it is text of a stranger, and nothing in it counts
## as BBCode.
func show_question(question: AgentQuestion) -> void:
	_tool.text = "Tool: %s" % question.tool_name
	_tool.visible = not question.tool_name.is_empty()
	_show_parameters(question.parameters)
	_show_preview(question.preview)
	_preview_title.visible = _preview_paper.visible and _tool.visible
	visible = _tool.visible or _preview_paper.visible


func _show_parameters(parameters: Dictionary) -> void:
	_parameters_paper.visible = not parameters.is_empty()
	_parameters.clear()
	for key: Variant in parameters:
		if _parameters.get_paragraph_count() > 1 or not _parameters.get_parsed_text().is_empty():
			_parameters.newline()
		_parameters.push_color(NAME_COLOUR)
		_parameters.add_text("%s  " % key)
		_parameters.pop()
		var value: Variant = parameters[key]
		var text: String = str(value) if value is String else JSON.stringify(value)
		_parameters.add_text(text.left(LONGEST_VALUE))


func _show_preview(preview: String) -> void:
	_preview_paper.visible = not preview.is_empty()
	_preview.clear()
	var lines: PackedStringArray = preview.left(LONGEST_PREVIEW).split("\n")
	for number: int in lines.size():
		if number > 0:
			_preview.newline()
		_preview.push_color(_colour_of(lines[number]))
		_preview.add_text(lines[number])
		_preview.pop()


# As in a list of changes.
func _colour_of(line: String) -> Color:
	if line.begins_with("+"):
		return ADDED
	if line.begins_with("-"):
		return REMOVED
	return _preview.get_theme_color(&"default_color")
