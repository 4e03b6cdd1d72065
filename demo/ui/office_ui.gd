class_name OfficeUi
extends CanvasLayer
## Everything that lies over the office: the bar, the panels, the keys. One of the dialogs in the
## middle is open at a time; nothing here does anything while nothing happens.

## Emitted when the office is to be opened anew.
signal restart_wanted

var _office: Office
var _names: AgentNames
# The dialogs, by what the toolbar calls them.
var _dialogs: Dictionary[StringName, OfficePanel] = {}

@onready var _toolbar: Toolbar = %Toolbar
@onready var _inspector: Inspector = %Inspector
@onready var _talks: TalksPanel = %TalksPanel
@onready var _spawn: SpawnDialog = %SpawnDialog
@onready var _tasks: TaskBoard = %TaskBoard
@onready var _saves: SavesPanel = %SavesPanel
@onready var _options: OptionsPanel = %OptionsPanel
@onready var _help: HelpPanel = %HelpPanel
@onready var _shade: Control = %Shade
@onready var _hover_card: HoverCard = %HoverCard
@onready var _notice: Notice = %Notice


## To be called once, after the office has entered the tree.
func setup(office: Office) -> void:
	_office = office
	_names = AgentNames.new(office.runtime)
	_dialogs = {
		&"new_agent": _spawn, &"tasks": _tasks, &"saves": _saves, &"settings": _options,
		&"help": _help,
	}
	_toolbar.setup(office.runtime, _names)
	_toolbar.auto_bar.told.connect(_notice.tell)
	for panel: OfficePanel in _panels():
		panel.setup(office, _names)
		panel.told.connect(_notice.tell)
	for dialog: OfficePanel in _dialogs.values():
		dialog.closed.connect(_on_dialog_closed)
	_options.restart_wanted.connect(restart_wanted.emit)
	office.character_selected.connect(_on_character_selected)
	office.character_hovered.connect(_on_character_hovered)
	office.set_screen_margins(0.0, _toolbar.get_combined_minimum_size().y + 16.0, 0.0, 0.0)
	for button: BaseButton in find_children("*", "BaseButton", true, false):
		button.pressed.connect(office.sounds.play.bind(&"click"))
	var runtime: AgentRuntime = office.runtime
	runtime.slot_loaded.connect(_on_slot_loaded)
	runtime.store_degraded.connect(_notice.tell.bind(true))
	runtime.budget_exhausted.connect(_on_budget_exhausted)


## Opens what the toolbar calls [param panel], or closes it.
func toggle_panel(panel: StringName) -> void:
	if panel == &"talks":
		_talks.toggle()
		return
	var dialog: OfficePanel = _dialogs[panel]
	if dialog.visible:
		dialog.close()
		return
	_close_dialogs()
	_shade.show()
	_set_background_focus(false)
	dialog.open()
	dialog.focus_first()


## Starts a conversation as the bar has it, or stops the one that goes on.
func toggle_auto() -> void:
	_toolbar.auto_bar.toggle()


func quick_save() -> void:
	_saves.quick_save()


func quick_load() -> void:
	_saves.quick_load()


## Gives the focus to the inspector, opens it for somebody, or closes it.
func toggle_inspector() -> void:
	if not _inspector.visible:
		if _inspector.agent_id.is_empty():
			select_next(1)
		_inspector.inspect(_inspector.agent_id)
		_inspector.focus_first()
	elif _inspector.has_focus_within():
		_inspector.close()
		release_focus()
	else:
		_inspector.focus_first()


## Selects the agent that comes [param step] places after the selected one.
func select_next(step: int) -> void:
	var agents: PackedStringArray = _office.runtime.get_agents()
	if agents.is_empty():
		return
	var place: int = agents.find(_inspector.agent_id)
	var next: int = posmod(place + step, agents.size()) if place >= 0 else 0
	_office.select(agents[next])


func follow_selected() -> void:
	_inspector.toggle_follow()


func focus_toolbar() -> void:
	_toolbar.focus_first()


## Closes what is open, one at a time: a dialog, the focus in a panel, the panels at the sides.
func close_topmost() -> void:
	if _shade.visible:
		_close_dialogs()
	elif get_viewport().gui_get_focus_owner() != null:
		release_focus()
	elif _talks.visible:
		_talks.close()
	elif _inspector.visible:
		_office.select("")
		_inspector.inspect("")


## Whether a dialog is open, so that keys of the office do nothing.
func has_dialog() -> bool:
	return _shade.visible


## The keys belong to the office again.
func release_focus() -> void:
	get_viewport().gui_release_focus()


## A button that was clicked with the mouse keeps no keys from the office.
func release_clicked_button() -> void:
	var clicked := get_viewport().gui_get_focus_owner() as BaseButton
	if clicked != null and not has_dialog():
		release_focus()


func _panels() -> Array[OfficePanel]:
	return [_inspector, _talks, _spawn, _tasks, _saves, _options, _help]


func _close_dialogs() -> void:
	for dialog: OfficePanel in _dialogs.values():
		dialog.close()


# Arrow keys stay within the dialog.
func _set_background_focus(is_on: bool) -> void:
	var mode: Control.FocusBehaviorRecursive = (
			Control.FOCUS_BEHAVIOR_INHERITED if is_on else Control.FOCUS_BEHAVIOR_DISABLED)
	for control: Control in [_toolbar, _inspector, _talks]:
		control.focus_behavior_recursive = mode


func _on_dialog_closed() -> void:
	_shade.hide()
	_set_background_focus(true)
	release_focus()


func _on_character_selected(agent_id: String) -> void:
	_toolbar.auto_bar.selected = agent_id
	_inspector.inspect(agent_id)
	if not agent_id.is_empty():
		_reveal.call_deferred(agent_id)


# Moves the view where a panel covers who was selected.
func _reveal(agent_id: String) -> void:
	var free: Rect2 = get_viewport().get_visible_rect()
	free = free.grow_side(SIDE_TOP, -_toolbar.get_global_rect().end.y)
	if _inspector.visible:
		free.end.x = _inspector.get_global_rect().position.x
	if _talks.visible:
		free = free.grow_side(SIDE_LEFT, -_talks.get_global_rect().end.x)
	_office.reveal(agent_id, free)


func _on_character_hovered(agent_id: String) -> void:
	var title: String = "" if agent_id.is_empty() else _names.of(agent_id)
	var message: String = "" if agent_id.is_empty() else _office.last_message_of(agent_id)
	_hover_card.show_message(title, message, _hover_card.get_global_mouse_position())


func _on_slot_loaded(_slot: String, ok: bool, _message: String) -> void:
	if not ok:
		return
	_names.recount(_office.runtime)
	_toolbar.auto_bar.recount()
	_office.select("")
	_inspector.inspect("")


func _on_budget_exhausted(agent_id: String, reason: String) -> void:
	_notice.tell("%s thinks no more: %s" % [_names.of(agent_id), reason], true)


func _on_shade_input(event: InputEvent) -> void:
	var click := event as InputEventMouseButton
	if click != null and click.pressed:
		_close_dialogs()
