class_name AutoBar
extends HBoxContainer
## Auto mode: what agents talk about, how, and how many; while they talk, how far they are. The
## button is on exactly while the runtime reports an active conversation, whoever began or ended it.

signal told(text: String, is_bad: bool)

const PATTERNS: Array[String] = ["walk-to-agent", "stay-at-desk", "meet-at-table"]
const REASONS: Dictionary[String, String] = {
	"keyword": "they had said all there was to say",
	"timer": "the time was up",
	"stopped": "it was stopped",
	"agent_lost": "one of them has left",
	"budget": "the budget is used up",
	"max_turns": "all turns were taken",
	"mind_failed": "a mind failed twice",
	"interrupted": "it was interrupted",
}

@export var icon_inactive: Texture2D
@export var icon_active: Texture2D

## The selected agent, if there is one.
var selected: String = ""

var _runtime: AgentRuntime
var _names: AgentNames
# The ids of the active conversations, the newest last.
var _active: PackedStringArray = []
var _topics: PackedStringArray = []

@onready var _button: Button = %AutoButton
@onready var _setup: HBoxContainer = %Setup
@onready var _running: HBoxContainer = %Running
@onready var _topic: LineEdit = %Topic
@onready var _topic_menu: MenuButton = %TopicMenu
@onready var _pattern: OptionButton = %Pattern
@onready var _agents: Stepper = %Agents
@onready var _turns: Stepper = %Turns
@onready var _running_topic: Label = %RunningTopic
@onready var _responding: Label = %Responding
@onready var _turn_shown: Label = %Turn
@onready var _time_left: Label = %TimeLeft
@onready var _second: Timer = %Second


func setup(runtime: AgentRuntime, names: AgentNames) -> void:
	_runtime = runtime
	_names = names
	runtime.auto_mode_started.connect(_on_auto_mode_started)
	runtime.auto_mode_ended.connect(_on_auto_mode_ended)
	runtime.auto_mode_turn_changed.connect(_on_turn_changed)
	_topics = AgentRuntime.get_auto_mode_topics()
	var menu: PopupMenu = _topic_menu.get_popup()
	menu.max_size = Vector2i(760, 480)
	menu.add_item("Drawn by chance")
	for topic: String in _topics:
		menu.add_item(topic)
	menu.index_pressed.connect(_on_topic_chosen)
	recount()


## Checks again what is active, as after another world was loaded.
func recount() -> void:
	_active.clear()
	for talk: Dictionary in _runtime.get_auto_mode_conversations():
		if str(talk.get("status")) == "active":
			_active.insert(0, str(talk.get("conversation_id")))
	_refresh()


func is_active() -> bool:
	return not _active.is_empty()


## The conversation that the bar shows; empty if there is none.
func conversation() -> String:
	return "" if _active.is_empty() else _active[-1]


## Starts a conversation with the settings in the bar, or stops the active one.
func toggle() -> void:
	_button.set_pressed_no_signal(is_active())
	var asked: Dictionary = {"type": "stopAutoMode"} if is_active() else {
		"type": "startAutoMode",
		"agents": _partners(),
		"agent_count": _agents.value,
		"interaction_pattern": PATTERNS[_pattern.selected],
	}
	if not is_active():
		if not _topic.text.strip_edges().is_empty():
			asked["topic"] = _topic.text.strip_edges()
		if _turns.value > 0:
			asked["max_turns"] = _turns.value
	var reply: AgentReply = await _runtime.request(asked).wait()
	if not reply.ok:
		told.emit(reply.message, true)


# The selected agent takes part, and others by chance; the runtime adds those that are missing.
func _partners() -> PackedStringArray:
	var free: Array[String] = []
	for agent: Dictionary in _runtime.list_agents({"paused": false}):
		free.append(str(agent.get("agent_id")))
	free.shuffle()
	if free.has(selected):
		free.erase(selected)
		free.push_front(selected)
	return PackedStringArray(free.slice(0, _agents.value))


func _refresh() -> void:
	_button.set_pressed_no_signal(is_active())
	_button.icon = icon_active if is_active() else icon_inactive
	_button.text = "Stop" if is_active() else "Auto"
	_button.tooltip_text = "End the conversation (A)" if is_active() else (
			"Let agents meet and talk (A)")
	_setup.visible = not is_active()
	_running.visible = is_active()
	if is_active() and _second.is_stopped():
		_second.start()
	elif not is_active():
		_second.stop()
	_show_progress()


func _show_progress() -> void:
	if not is_active():
		return
	var talk: Dictionary = _runtime.get_auto_mode_state(conversation())
	var turn: int = talk.get("turn", 0)
	var most: int = talk.get("max_turns", 0)
	var seconds: int = ceili(float(str(talk.get("msec_left", 0))) / 1000.0)
	var others: String = "" if _active.size() < 2 else " (and %d more)" % (_active.size() - 1)
	_running_topic.text = str(talk.get("topic", "")) + others
	_running_topic.tooltip_text = _running_topic.text
	_turn_shown.text = "turn %d of %d" % [turn, most] if most > 0 else "turn %d" % turn
	_time_left.text = "%d:%02d left" % [floori(seconds / 60.0), seconds % 60]
	_responding.text = _names.of(str(talk.get("responding", "")))


func _on_auto_button_pressed() -> void:
	toggle()


func _on_topic_chosen(index: int) -> void:
	_topic.text = "" if index == 0 else _topics[index - 1]


func _on_topic_submitted(_text: String) -> void:
	if not is_active():
		toggle()


func _on_auto_mode_started(
		id: String, _agents_in_it: PackedStringArray, _about: String, _how: String) -> void:
	if not _active.has(id):
		_active.append(id)
	_refresh()


func _on_turn_changed(_id: String, _agent_id: String, _number: int) -> void:
	_show_progress()


func _on_auto_mode_ended(id: String, reason: String) -> void:
	var place: int = _active.find(id)
	if place >= 0:
		_active.remove_at(place)
		told.emit("The conversation is over: %s." % REASONS.get(reason, reason), false)
	_refresh()
