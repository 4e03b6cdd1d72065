class_name QuestionDialog
extends OfficePanel
## What a program wants to know, and the ways to answer it. The questions that wait are a row
## through which the player can go.

const ALLOW := "allow"
const DENY := "deny"
## Left free above and below, for what does not scroll.
const AROUND_BODY := 300.0

var _question: AgentQuestion

@onready var _header: PanelHeader = %Header
@onready var _portrait: Portrait = %Portrait
@onready var _frame: Control = %Frame
@onready var _about: Label = %About
@onready var _place: Label = %Place
@onready var _turning: Control = %Turning
@onready var _prompt: Label = %Prompt
@onready var _scroll: ScrollContainer = %Scroll
@onready var _room: Control = %Room
@onready var _tool: ToolSheet = %Tool
@onready var _parts: AnswerParts = %Parts
@onready var _sure: CheckBox = %Sure
@onready var _words: LineEdit = %Words
@onready var _error: Label = %Error
@onready var _buttons: HFlowContainer = %Buttons


## Shows [param question] when the dialog is opened next, or now if it is open.
func turn_to(question: AgentQuestion) -> void:
	_question = question
	if visible:
		_fill()


func focus_first() -> void:
	if _sure.visible:
		_sure.grab_focus()
	elif not _parts.focus_first():
		(_buttons.get_child(0) as Button).grab_focus()


func _set_up() -> void:
	office.jobs.asked.connect(_on_question_asked)
	office.jobs.closed.connect(_on_question_closed)


func _fill() -> void:
	var waiting: Array[AgentQuestion] = office.jobs.questions()
	if _question == null or not waiting.has(_question):
		_question = waiting[0] if not waiting.is_empty() else null
	_empty()
	_show_place(waiting)
	if _question == null:
		_header.title = "Nobody asks"
		_prompt.text = "Whoever needs an answer has a question mark above the head."
		_add_button("Close", &"AccentButton", close)
		return
	_show_asker()
	_prompt.text = _question.prompt
	_tool.show_question(_question)
	if _question.kind == AgentQuestion.KIND_PERMISSION:
		_offer_permission()
	elif _is_answered_by_a_button():
		for option: String in _question.options:
			_add_button(option, &"Button", _answer.bind(option))
	else:
		_parts.offer(_question)
		_add_button("Send", &"AccentButton", _send)


func _empty() -> void:
	_parts.clear()
	for button: Node in _buttons.get_children():
		_buttons.remove_child(button)
		button.queue_free()
	for control: CanvasItem in [_error, _sure, _words, _tool, _frame, _about]:
		control.hide()
	_sure.button_pressed = false
	_words.clear()


func _show_place(waiting: Array[AgentQuestion]) -> void:
	_turning.visible = waiting.size() > 1
	_place.text = "%d of %d" % [waiting.find(_question) + 1, waiting.size()]


func _show_asker() -> void:
	var agent_id: String = OfficeJobs.agent_asking(_question)
	var asker: String = "A job" if agent_id.is_empty() else names.of(agent_id)
	var is_permission: bool = _question.kind == AgentQuestion.KIND_PERMISSION
	_header.title = ("%s wants to do something" if is_permission else "%s asks") % asker
	_about.visible = _question.job != null
	if _question.job != null:
		_about.text = "Works at: %s" % _question.job.job_name
	var character: Character = office.character_of(agent_id)
	_frame.visible = character != null
	if character != null:
		_portrait.show_look(character.look)


func _offer_permission() -> void:
	_sure.visible = not _question.reversible
	_words.visible = true
	_words.placeholder_text = "If not: why not (optional)"
	_add_button("Allow", &"AccentButton", _allow)
	for option: String in _question.options:
		if option not in [ALLOW, DENY]:
			_add_button(option.replace("_", " ").capitalize(), &"Button", _answer.bind(option))
	_add_button("Deny", &"Button", _deny)
	_on_sure_toggled(false)


# One click is enough where one of a few things is the whole answer.
func _is_answered_by_a_button() -> bool:
	var detail: Dictionary = _question.detail
	return not _question.options.is_empty() and not detail.has("parts") \
			and not detail.get("many", false) and not detail.get("other", false)


func _add_button(text: String, variation: StringName, action: Callable) -> void:
	var button := Button.new()
	button.text = text
	button.theme_type_variation = variation
	button.custom_minimum_size.x = 120.0
	button.pressed.connect(action)
	_buttons.add_child(button)


func _send() -> void:
	var value: Variant = _parts.value()
	if value == null:
		_refuse("Something is not answered yet.")
	else:
		_answer(value)


func _answer(value: Variant) -> void:
	_settle(_question.answer(value))


func _allow() -> void:
	_settle(_question.approve({}, _sure.button_pressed))


func _deny() -> void:
	_settle(_question.deny(_words.text.strip_edges()))


# When it is answered, question_closed has come before, and something else is shown.
func _settle(reply: AgentReply) -> void:
	var asked: AgentQuestion = _question
	await reply.wait()
	if not reply.ok and visible and asked == _question:
		_refuse(reply.message)


func _refuse(reason: String) -> void:
	_error.text = reason
	_error.show()


func _turn(step: int) -> void:
	var waiting: Array[AgentQuestion] = office.jobs.questions()
	if not waiting.is_empty():
		turn_to(waiting[posmod(waiting.find(_question) + step, waiting.size())])


func _on_question_asked(_asked: AgentQuestion) -> void:
	if not visible:
		return
	if _question == null:
		_fill()
		focus_first()
	else:
		_show_place(office.jobs.questions())


func _on_question_closed(closed_one: AgentQuestion) -> void:
	if not visible:
		return
	if closed_one != _question:
		_show_place(office.jobs.questions())
	elif office.jobs.questions().is_empty():
		close()
	else:
		_fill()
		focus_first()


func _on_sure_toggled(is_on: bool) -> void:
	if _question != null and _buttons.get_child_count() > 0:
		(_buttons.get_child(0) as Button).disabled = _sure.visible and not is_on


func _on_room_minimum_size_changed() -> void:
	var wanted: float = _room.get_combined_minimum_size().y
	var most: float = get_viewport_rect().size.y - AROUND_BODY
	_scroll.custom_minimum_size.y = minf(wanted, most)
	_scroll.focus_mode = Control.FOCUS_ALL if wanted > most else Control.FOCUS_NONE
