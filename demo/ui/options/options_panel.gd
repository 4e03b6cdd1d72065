class_name OptionsPanel
extends OfficePanel
## The settings: minds, keys, caps, sounds, and how the office looks.

## Emitted when the runtime is to start anew, with what was settled of minds and keys.
signal restart_wanted

@onready var _tabs: TabContainer = %Tabs
@onready var _minds: Control = %Minds
@onready var _keys: Control = %Keys
@onready var _caps: Control = %Caps
@onready var _sounds: Control = %Sounds
@onready var _view: Control = %View


## Gives the focus to the titles of the pages.
func focus_first() -> void:
	_tabs.get_tab_bar().grab_focus()


func _set_up() -> void:
	_caps.call(&"setup", office.runtime)
	for page: Control in [_keys, _caps]:
		page.connect(&"told", told.emit)


func _fill() -> void:
	for page: Control in [_minds, _keys, _caps, _sounds, _view]:
		page.call(&"fill")


func _on_restart_pressed() -> void:
	restart_wanted.emit()
