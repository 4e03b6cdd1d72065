class_name Inspector
extends OfficePanel
## Everything about one agent, and what can be done with it: talk to it, give it a task, send it
## home, let it go.

## Emitted when the player wants to answer what somebody asks.
signal answer_wanted(question: AgentQuestion)

const STATES: Dictionary[int, String] = {
	AgentRuntime.STATE_IDLE: "idle",
	AgentRuntime.STATE_LISTENING: "listening",
	AgentRuntime.STATE_THINKING: "thinking",
	AgentRuntime.STATE_SPEAKING: "speaking",
}

## The agent shown; empty for nobody.
var agent_id: String = ""

@onready var _header: PanelHeader = %Header
@onready var _portrait: Portrait = %Portrait
@onready var _role: Label = %Role
@onready var _mind: Label = %Mind
@onready var _state: Label = %State
@onready var _follow: Button = %Follow
@onready var _tabs: TabContainer = %Tabs
@onready var _talk: LineEdit = %TalkLine
@onready var _sure: Control = %Sure
@onready var _sure_text: Label = %SureText


## Shows an agent; nobody if [param id] is empty.
func inspect(id: String) -> void:
	if id == agent_id and visible == not id.is_empty():
		return
	agent_id = id
	_sure.hide()
	_follow.set_pressed_no_signal(not id.is_empty() and office.followed() == id)
	if id.is_empty():
		close()
		return
	_talk.clear()
	if visible:
		_fill()
	else:
		open()


## Keeps the agent in view, or stops doing so.
func toggle_follow() -> void:
	if not agent_id.is_empty():
		_follow.button_pressed = not _follow.button_pressed


func _set_up() -> void:
	var runtime: AgentRuntime = office.runtime
	runtime.agent_state_changed.connect(_on_agent_state_changed)
	runtime.agent_terminated.connect(_on_agent_terminated)
	office.character_followed.connect(_on_character_followed)
	for page: InspectorPage in _pages():
		page.setup(office, names)
		page.told.connect(told.emit)
		page.answer_wanted.connect(answer_wanted.emit)


func _fill() -> void:
	if agent_id.is_empty():
		return
	var agent: Dictionary = office.runtime.get_agent_state(agent_id)
	_header.title = str(agent.get("name", agent_id))
	_role.text = str(agent.get("role", ""))
	var mind: String = str(agent.get("cli_backend", ""))
	var model: String = str(agent.get("model", ""))
	_mind.text = "Mind: %s" % (mind if model.is_empty() else "%s, %s" % [mind, model])
	_mind.visible = not mind.is_empty()
	var character: Character = office.character_of(agent_id)
	if character != null:
		_portrait.show_look(character.look)
	_talk.placeholder_text = "Say something to %s" % _header.title
	var state: int = agent.get("state", AgentRuntime.STATE_IDLE)
	_show_state(state)
	_page_shown().show_agent(agent_id)


func _pages() -> Array[InspectorPage]:
	var pages: Array[InspectorPage] = []
	for child: Node in _tabs.get_children():
		pages.append(child as InspectorPage)
	return pages


func _page_shown() -> InspectorPage:
	return _tabs.get_current_tab_control() as InspectorPage


func _show_state(state: int) -> void:
	_state.text = STATES.get(state, "is gone")


func _on_tab_changed(_tab: int) -> void:
	if not agent_id.is_empty() and names != null:
		_page_shown().show_agent(agent_id)


func _on_agent_state_changed(id: String, _old_state: int, state: int) -> void:
	if id == agent_id:
		_show_state(state)


func _on_agent_terminated(id: String, _reason: String) -> void:
	if id == agent_id:
		office.select("")
		inspect("")


func _on_talk_submitted(_text: String = "") -> void:
	var words: String = _talk.text.strip_edges()
	if words.is_empty():
		return
	var reply: AgentReply = await office.runtime.request(
			{"type": "send_message_request", "to": agent_id, "content": words}).wait()
	if reply.ok:
		_talk.clear()
		_talk.edit.call_deferred()
	else:
		tell(reply.message, true)


func _on_follow_toggled(is_on: bool) -> void:
	office.follow(agent_id if is_on else "")


func _on_character_followed(id: String) -> void:
	_follow.set_pressed_no_signal(not id.is_empty() and id == agent_id)


func _on_home_pressed() -> void:
	var status: Error = office.runtime.walk_agent_to_seat(agent_id)
	if status != OK:
		tell("%s cannot go home now: %s." % [_header.title, error_string(status)], true)


func _on_leave_pressed() -> void:
	_sure_text.text = "Let %s go for good? Only an older save brings %s back." % [
		_header.title, _header.title]
	_sure.show()
	(%Keep as Button).grab_focus()


func _on_close_pressed() -> void:
	office.select("")
	inspect("")


func _on_keep_pressed() -> void:
	_sure.hide()
	(%Leave as Button).grab_focus()


func _on_let_go_pressed() -> void:
	_sure.hide()
	var who: String = _header.title
	if office.runtime.terminate_agent(agent_id) == OK:
		tell("%s has left the office." % who)
