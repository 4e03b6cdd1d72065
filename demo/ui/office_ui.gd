class_name OfficeUi
extends CanvasLayer
## Everything that lies over the office: the bar, the panels, the keys. Nothing here does anything
## while nothing happens.

## Emitted when the office is to be opened anew.
signal restart_wanted

var _office: Office
var _names: AgentNames

@onready var docks: Docks = $Docks
@onready var dialogs: Dialogs = $Dialogs
@onready var _hover_card: HoverCard = %HoverCard
@onready var _notice: Notice = %Notice


## To be called once, after the office has entered the tree.
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
	dialogs.options.restart_wanted.connect(restart_wanted.emit)
	office.character_hovered.connect(_on_character_hovered)
	office.last_message_recalled.connect(_hover_card.hear)
	for button: BaseButton in find_children("*", "BaseButton", true, false):
		_on_node_added(button)
	get_tree().node_added.connect(_on_node_added)
	var runtime: AgentRuntime = office.runtime
	runtime.slot_loaded.connect(_on_slot_loaded)
	runtime.agent_spoke.connect(_on_agent_spoke)
	runtime.store_degraded.connect(_notice.tell.bind(true))
	runtime.budget_exhausted.connect(_on_budget_exhausted)


## Opens what the toolbar calls [param panel], or closes it.
func toggle_panel(panel: StringName) -> void:
	if panel == &"talks":
		docks.talks.toggle()
	else:
		dialogs.toggle(panel)


## Starts a conversation as the bar has it, or stops the one that goes on.
func toggle_auto() -> void:
	docks.toolbar.auto_bar.toggle()


## Shows the office larger or smaller.
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


## The keys belong to the office again.
func release_focus() -> void:
	get_viewport().gui_release_focus()


## A button that was clicked with the mouse keeps no keys from the office.
func release_clicked_button() -> void:
	var clicked := get_viewport().gui_get_focus_owner() as BaseButton
	if clicked != null and not dialogs.visible:
		release_focus()


func _click() -> void:
	_office.sounds.play(&"click")


# Cards and lines come later.
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


func _on_slot_loaded(_slot: String, ok: bool, _message: String) -> void:
	if ok:
		_names.recount(_office.runtime)
		docks.toolbar.auto_bar.recount()
		docks.close_inspector()


func _on_budget_exhausted(agent_id: String, reason: String) -> void:
	_notice.tell("%s thinks no more: %s" % [_names.of(agent_id), reason], true)
