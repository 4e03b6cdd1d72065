class_name AnswerParts
extends VBoxContainer
## All that a question asks at once: mostly one thing, sometimes several.

## Emitted when the player presses Enter in a line.
signal submitted

@export var part_scene: PackedScene

var _has_several: bool = false


func clear() -> void:
	for part: Node in get_children():
		remove_child(part)
		part.queue_free()


## Offers what [param question] has to choose from, and lines for what it has not.
func offer(question: AgentQuestion) -> void:
	var parts: Array = question.detail.get("parts", [])
	_has_several = not parts.is_empty()
	if not _has_several:
		_add(question.detail, Array(question.options))
	for part: Dictionary in parts:
		_add(part, part.get("options", []) as Array)


## The answer as [method AgentQuestion.answer] takes it; null if something is not answered yet,
## which then has the focus.
func value() -> Variant:
	var answers: Dictionary = {}
	for part: AnswerPart in get_children():
		var answer: Variant = part.value()
		if answer == null:
			part.focus_first()
			return null
		if not _has_several:
			return answer
		answers[part.question()] = answer
	return answers


## Whether there is anything to move the focus to, and moves it there.
func focus_first() -> bool:
	if get_child_count() == 0:
		return false
	(get_child(0) as AnswerPart).focus_first()
	return true


func _add(part: Dictionary, options: Array) -> void:
	var shown: AnswerPart = part_scene.instantiate()
	add_child(shown)
	shown.offer(part, options)
	shown.submitted.connect(submitted.emit)
