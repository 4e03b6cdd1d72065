@tool
extends VBoxContainer
## One row of the set-up check.

const Finding := preload("finding.gd")

const ICONS: Dictionary[Finding.State, StringName] = {
	Finding.State.FINE: &"StatusSuccess",
	Finding.State.NOTE: &"NodeInfo",
	Finding.State.PROBLEM: &"StatusError",
}

var _state := Finding.State.FINE

@onready var _icon: TextureRect = %Icon
@onready var _title: Label = %Title
@onready var _found: Label = %Found
@onready var _remedy: Label = %Remedy
@onready var _beside_remedy: Control = $Cells/BesideRemedy


func _notification(what: int) -> void:
	if what == NOTIFICATION_THEME_CHANGED and is_node_ready():
		_update_icon()


## Shows [param finding].
func show_finding(finding: Finding) -> void:
	_state = finding.state
	_title.text = finding.title
	_found.text = finding.found
	_remedy.text = finding.remedy
	_remedy.visible = not finding.remedy.is_empty()
	_beside_remedy.visible = _remedy.visible
	_update_icon()


func _update_icon() -> void:
	if has_theme_icon(ICONS[_state], &"EditorIcons"):
		_icon.texture = get_theme_icon(ICONS[_state], &"EditorIcons")
