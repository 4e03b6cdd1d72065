class_name Docks
extends Control
## What lies at the edges of the screen: the bar, and the panels at the sides. It tells the office
## how much they leave free.

const BESIDE := 12.0

var _office: Office

@onready var toolbar: Toolbar = %Toolbar
@onready var inspector: Inspector = %Inspector
@onready var talks: TalksPanel = %TalksPanel


func setup(office: Office, names: AgentNames) -> void:
	_office = office
	toolbar.setup(office.runtime, names)
	toolbar.resized.connect(_keep_clear)
	for panel: OfficePanel in panels():
		panel.opened.connect(_keep_clear)
		panel.closed.connect(_keep_clear)
	_keep_clear()
	office.set_zoom_level(0)
	office.character_selected.connect(_on_character_selected)


func panels() -> Array[OfficePanel]:
	return [inspector, talks]


## Sets whether arrow keys and the like can reach anything here.
func set_focusable(is_focusable: bool) -> void:
	focus_behavior_recursive = (
			Control.FOCUS_BEHAVIOR_INHERITED if is_focusable else Control.FOCUS_BEHAVIOR_DISABLED)


## Moves the focus to the inspector, opens it for somebody, or closes it.
func toggle_inspector() -> void:
	if not inspector.visible:
		select_next(1)
		inspector.focus_first()
	elif inspector.has_focus_within():
		close_inspector()
	else:
		inspector.focus_first()


## Selects the agent that comes [param step] places after the selected one.
func select_next(step: int) -> void:
	var agents: PackedStringArray = _office.runtime.get_agents()
	if agents.is_empty():
		return
	var place: int = agents.find(inspector.agent_id)
	_office.select(agents[posmod(place + step, agents.size())] if place >= 0 else agents[0])


func close_inspector() -> void:
	_office.select("")
	inspector.inspect("")


func _on_character_selected(agent_id: String) -> void:
	toolbar.auto_bar.selected = agent_id
	inspector.inspect(agent_id)
	if not agent_id.is_empty():
		_office.reveal.call_deferred(agent_id, _uncovered())


func _uncovered() -> Rect2:
	var screen: Vector2 = get_viewport_rect().size
	var from := Vector2(0.0, toolbar.get_global_rect().end.y)
	if talks.visible:
		from.x = talks.get_combined_minimum_size().x + BESIDE
	if inspector.visible:
		screen.x -= inspector.get_combined_minimum_size().x + BESIDE
	return Rect2(from, screen - from)


func _keep_clear() -> void:
	var free: Rect2 = _uncovered()
	var beyond: Vector2 = get_viewport_rect().size - free.end
	_office.set_screen_margins(free.position.x, free.position.y, beyond.x, beyond.y)
