@tool
extends VBoxContainer
## One row of the set-up check.

## By state, in the order of State in setup_check.gd.
const ICONS: Array[StringName] = [&"StatusSuccess", &"NodeInfo", &"StatusError"]

var _state: int = 0

@onready var _icon: TextureRect = %Icon
@onready var _title: Label = %Title
@onready var _found: Label = %Found
@onready var _remedy: Label = %Remedy
@onready var _beside_remedy: Control = $Cells/BesideRemedy


func _notification(what: int) -> void:
	if what == NOTIFICATION_THEME_CHANGED and is_node_ready():
		_update_icon()


## Shows [param finding], one of the set-up check.
func show_finding(finding: RefCounted) -> void:
	_state = finding.get(&"state")
	_title.text = finding.get(&"title")
	_found.text = finding.get(&"found")
	_remedy.text = finding.get(&"remedy")
	_remedy.visible = not _remedy.text.is_empty()
	_beside_remedy.visible = _remedy.visible
	_update_icon()


func _update_icon() -> void:
	if has_theme_icon(ICONS[_state], &"EditorIcons"):
		_icon.texture = get_theme_icon(ICONS[_state], &"EditorIcons")
