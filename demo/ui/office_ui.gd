class_name OfficeUi
extends CanvasLayer
## Everything that lies over the office: the bar, the panels, the keys. It does nothing while
## nothing happens.

## Emitted when the office has to be opened anew.
signal restart_wanted

## The panels of which nothing is left where there can be no jobs.
const NEED_JOBS: Array[StringName] = [&"jobs", &"question"]

var _office: Office
var _names: AgentNames

@onready var docks: Docks = $Docks
@onready var dialogs: Dialogs = $Dialogs
@onready var _hover_card: HoverCard = %HoverCard
@onready var _notice: Notice = %Notice


## Call once, after the office has entered the tree.
func setup(office: Office) -> void:
	_office = office
	_names = AgentNames.new(office.runtime)
	docks.setup(office, _names)
	docks.toolbar.auto_bar.told.connect(_notice.tell)
	docks.toolbar.panel_wanted.connect(toggle_panel)
	for panel: OfficePanel in docks.panels() + dialogs.all():
		panel.setup(office, _names)
		panel.told.connect(_notice.tell)
	dialogs.changed.connect(_on_dialogs_changed)
	dialogs.jobs.answer_wanted.connect(dialogs.answer)
	docks.inspector.answer_wanted.connect(dialogs.answer)
	office.question_wanted.connect(dialogs.answer)
	office.jobs_wanted.connect(toggle_panel.bind(&"jobs"))
	office.jobs.asked.connect(_on_question_changed)
	office.jobs.closed.connect(_on_question_changed)
	dialogs.options.restart_wanted.connect(restart_wanted.emit)
	office.character_hovered.connect(_on_character_hovered)
	office.last_message_recalled.connect(_hover_card.hear)
	for button: BaseButton in find_children("*", "BaseButton", true, false):
		_on_node_added(button)
	get_tree().node_added.connect(_on_node_added)
	var runtime: AgentRuntime = office.runtime
	runtime.event_received.connect(_on_event_received)
	runtime.agent_spoke.connect(_on_agent_spoke)
	runtime.store_degraded.connect(_notice.tell.bind(true))
	runtime.budget_exhausted.connect(_on_budget_exhausted)


## Opens or closes the panel that the toolbar calls [param panel].
func toggle_panel(panel: StringName) -> void:
	if panel in NEED_JOBS and not OfficeJobs.are_on():
		_notice.tell("This game starts no programs, as its project wants it.", true)
	elif panel == &"talks":
		docks.talks.toggle()
	else:
		dialogs.toggle(panel)


## Starts a conversation as set in the bar, or stops the active one.
func toggle_auto() -> void:
	docks.toolbar.auto_bar.toggle()


## Zooms in or out.
func zoom(step: int) -> void:
	_office.set_zoom_level(maxi(_office.zoom_level() + step, 1))


## Closes what is open, one at a time: a dialog, the focus in a panel, the panels at the sides.
func close_topmost() -> void:
	if dialogs.visible:
		dialogs.close()
	elif get_viewport().gui_get_focus_owner() != null:
		release_focus()
	elif docks.talks.visible:
		docks.talks.close()
	elif docks.inspector.visible:
		docks.close_inspector()


## Gives the keys back to the office.
func release_focus() -> void:
	get_viewport().gui_release_focus()


## A button clicked with the mouse does not take the keys from the office.
func release_clicked_button() -> void:
	var clicked := get_viewport().gui_get_focus_owner() as BaseButton
	if clicked != null and not dialogs.visible:
		release_focus()


func _click() -> void:
	_office.sounds.play(&"click")


# Cards and lines are added later.
func _on_node_added(node: Node) -> void:
	var button := node as BaseButton
	if button != null and is_ancestor_of(button) and not button.pressed.is_connected(_click):
		button.pressed.connect(_click)


func _on_dialogs_changed(is_open: bool) -> void:
	docks.set_focusable(not is_open)
	if not is_open:
		release_focus()


func _on_character_hovered(agent_id: String) -> void:
	_hover_card.show_message(
			agent_id, _names.of(agent_id), _office.last_message_of(agent_id),
			_hover_card.get_global_mouse_position())


func _on_agent_spoke(agent_id: String, content: String, _recipients: PackedStringArray) -> void:
	_hover_card.hear(agent_id, content)


func _on_question_changed(_question: AgentQuestion) -> void:
	docks.toolbar.show_waiting(_office.jobs.questions().size())


func _on_event_received(type: String, _subject: String, _data: Dictionary) -> void:
	if type == "world_loaded":
		_names.recount(_office.runtime)
		docks.toolbar.auto_bar.recount()
		docks.close_inspector()


func _on_budget_exhausted(agent_id: String, reason: String) -> void:
	_notice.tell("%s thinks no more: %s" % [_names.of(agent_id), reason], true)
