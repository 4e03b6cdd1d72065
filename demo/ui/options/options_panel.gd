class_name OptionsPanel
extends OfficePanel
## The settings: minds, keys, caps, sounds, and how the office looks.

## Emitted when the runtime should restart with the new settings of minds and keys.
signal restart_wanted

@onready var _tabs: TabContainer = %Tabs
@onready var _pages: Array[OptionsPage] = [%Minds, %Keys, %Caps, %Sounds, %View]


## Moves the focus to the titles of the pages.
func focus_first() -> void:
	_tabs.get_tab_bar().grab_focus()


func _set_up() -> void:
	for page: OptionsPage in _pages:
		page.setup(office.runtime)
		page.told.connect(told.emit)


func _fill() -> void:
	for page: OptionsPage in _pages:
		page.fill()


func _on_restart_pressed() -> void:
	restart_wanted.emit()
