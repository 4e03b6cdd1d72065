class_name Toolbar
extends PanelContainer
## The bar at the upper edge: auto mode, and a button for each panel.

## Emitted when the player wants a panel: "new_agent", "tasks", "jobs", "question", "talks",
## "saves", "settings" or "help".
signal panel_wanted(panel: StringName)

## Below this width the buttons on the right show no words.
const WIDTH_FOR_WORDS := 1360.0

@onready var auto_bar: AutoBar = %AutoBar
@onready var _buttons: HBoxContainer = %Buttons
@onready var _jobs: Button = %Jobs
@onready var _asks: Button = %Asks


func setup(runtime: AgentRuntime, names: AgentNames) -> void:
	auto_bar.setup(runtime, names)
	_jobs.visible = OfficeJobs.are_on()
	_on_resized()


## Shows how many questions wait for the player; the button is there only while one does.
func show_waiting(count: int) -> void:
	_asks.visible = count > 0
	_asks.accessibility_name = "%d waiting" % count
	_asks.text = str(count)


## Moves the focus to the Auto button.
func focus_first() -> void:
	(auto_bar.get_node("%AutoButton") as Button).grab_focus()


func _on_button_pressed(panel: StringName) -> void:
	panel_wanted.emit(panel)


func _on_resized() -> void:
	if not is_node_ready():
		return
	var has_room: bool = size.x >= WIDTH_FOR_WORDS
	for button: Button in _buttons.get_children():
		if button != _asks:
			button.text = button.accessibility_name if has_room else ""
