class_name TalksPanel
extends OfficePanel
## What was said in a conversation of auto mode, the present one or an earlier one. It can be copied
## and saved as Markdown, and resumed if it was interrupted.

const FOLDER := "user://transcripts"
## The colours of the speakers, one after the other.
const INKS: Array[Color] = [
	Color("f2b63d"), Color("5be0cf"), Color("ff9d8a"), Color("a8d86e"),
	Color("c5a5ff"), Color("7fc1ff"), Color("ffd0e4"), Color("e0d080"),
]
const STATUSES: Dictionary[String, String] = {
	"active": "goes on", "interrupted": "was interrupted", "ended": "is over",
}

var _conversations: Array[Dictionary] = []
var _shown_id: String = ""
# Whether the player chose what is shown, so that a new conversation does not replace it.
var _is_chosen: bool = false
var _inks: Dictionary[String, Color] = {}
# Counts requests, so that an answer that comes too late is not shown.
var _asked: int = 0
var _is_loading: bool = false

@onready var _choice: OptionButton = %Choice
@onready var _about: Label = %About
@onready var _text: RichTextLabel = %Transcript
@onready var _continue: Button = %Continue
@onready var _copy: Button = %Copy
@onready var _save: Button = %Save


func _set_up() -> void:
	var runtime: AgentRuntime = office.runtime
	runtime.auto_mode_started.connect(_on_auto_mode_started)
	runtime.auto_mode_ended.connect(_on_auto_mode_ended)
	runtime.agent_message.connect(_on_agent_message)
	runtime.event_received.connect(_on_event_received)
	_choice.get_popup().popup_hide.connect(_fill_list, CONNECT_DEFERRED)
	closed.connect(func() -> void: _is_chosen = false)


func _fill() -> void:
	_fill_list()
	_load()


# It does not change while the player looks through it.
func _fill_list() -> void:
	if _choice.get_popup().visible:
		return
	_conversations = office.runtime.get_auto_mode_conversations()
	_choice.clear()
	var place: int = 0
	for i: int in _conversations.size():
		_choice.add_item(str(_conversations[i].get("topic", "")).left(60))
		if str(_conversations[i].get("conversation_id")) == _shown_id:
			place = i
	_choice.visible = not _conversations.is_empty()
	for button: Button in [_copy, _save]:
		button.disabled = _conversations.is_empty()
	if _conversations.is_empty():
		_show_nothing()
	else:
		_choice.select(place)
		_show_about(_conversations[place])


func _show_nothing() -> void:
	_shown_id = ""
	_asked += 1
	_text.clear()
	_about.text = "Nobody has met yet. Auto lets agents meet and talk."
	_continue.hide()


func _show_about(talk: Dictionary) -> void:
	_shown_id = str(talk.get("conversation_id"))
	var status: String = str(talk.get("status", ""))
	var agents: PackedStringArray = talk.get("agents", PackedStringArray())
	var called: Array = talk.get("names", [])
	for i: int in mini(agents.size(), called.size()):
		names.learn(agents[i], str(called[i]))
	_about.text = "%s: %s" % [names.list(agents), STATUSES.get(status, status)]
	var reason: String = str(talk.get("reason", ""))
	if status == "ended" and not reason.is_empty():
		_about.text += ", " + str(AutoBar.REASONS.get(reason, reason))
	_continue.visible = status != "active"


# Shows all that was said; new lines are added to it.
func _load() -> void:
	if _shown_id.is_empty():
		return
	_asked += 1
	var mine: int = _asked
	_is_loading = true
	var reply: AgentReply = await office.runtime.request_transcript(_shown_id).wait()
	if mine != _asked:
		return
	_is_loading = false
	_text.clear()
	_inks.clear()
	_text.push_color(Color("b9afd6"))
	_text.add_text(str(_conversations[_choice.selected].get("topic", "")) + "\n")
	_text.pop()
	if not reply.ok:
		_text.add_text(reply.message)
		return
	for message: Dictionary in reply.value.messages:
		names.learn(str(message.get("agent_id")), str(message.get("name", "")))
		_add(str(message.get("agent_id")), str(message.get("text", "")))


# Added as plain text, so that nothing is treated as BBCode.
func _add(id: String, text: String) -> void:
	if not _inks.has(id):
		_inks[id] = INKS[_inks.size() % INKS.size()]
	_text.add_text("\n")
	_text.push_color(_inks[id])
	_text.add_text(names.of(id))
	_text.pop()
	_text.add_text("\n%s\n" % text)


func _on_choice_selected(place: int) -> void:
	_is_chosen = true
	_show_about(_conversations[place])
	_load()


func _on_auto_mode_started(
		id: String, _agents: PackedStringArray, _topic: String, _pattern: String) -> void:
	var switches: bool = not _is_chosen and id != _shown_id
	if switches:
		_shown_id = id
	if visible:
		_fill_list()
		if switches:
			_load()


func _on_auto_mode_ended(_id: String, _reason: String) -> void:
	if visible:
		_fill_list()


func _on_agent_message(agent_id: String, said: String, id: String) -> void:
	if not visible or id != _shown_id:
		return
	if _is_loading: # the answer may or may not include it
		_load()
	else:
		_add(agent_id, said)


func _on_event_received(type: String, _subject: String, _data: Dictionary) -> void:
	if type == "world_loaded":
		_is_chosen = false
		if visible:
			_fill()


func _on_continue_pressed() -> void:
	var reply: AgentReply = await office.runtime.request(
			{"type": "continueAutoMode", "conversation_id": _shown_id}).wait()
	if not reply.ok:
		tell(reply.message, true)


func _on_copy_pressed() -> void:
	var markdown: String = await _markdown()
	if not markdown.is_empty():
		DisplayServer.clipboard_set(markdown)
		tell("The transcript is in the clipboard.")


func _on_save_pressed() -> void:
	var id: String = _shown_id
	var markdown: String = await _markdown()
	if markdown.is_empty():
		return
	DirAccess.make_dir_recursive_absolute(FOLDER)
	var path: String = FOLDER.path_join(id.validate_filename() + ".md")
	var file: FileAccess = FileAccess.open(path, FileAccess.WRITE)
	if file == null:
		var reason: String = error_string(FileAccess.get_open_error())
		tell("The transcript cannot be saved: %s." % reason, true)
		return
	file.store_string(markdown)
	tell("Saved as %s" % ProjectSettings.globalize_path(path))


# Reports an error if there is none.
func _markdown() -> String:
	var reply: AgentReply = await office.runtime.request_transcript(_shown_id).wait()
	if not reply.ok:
		tell(reply.message, true)
		return ""
	return reply.value.markdown
