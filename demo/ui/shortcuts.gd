extends Node
## The keys and buttons of the office. They are defined in the project's input map, and listed by
## F1.

# These also work while a dialog is open.
const PANELS: Dictionary[StringName, StringName] = {
	&"open_tasks": &"tasks", &"open_jobs": &"jobs", &"answer_question": &"question",
	&"open_talks": &"talks", &"new_agent": &"new_agent",
	&"open_saves": &"saves", &"open_settings": &"settings", &"show_help": &"help",
}

@export var ui: OfficeUi


func _input(event: InputEvent) -> void:
	var click := event as InputEventMouseButton
	if click != null and not click.pressed:
		ui.release_clicked_button.call_deferred()
	# Text fields would consume this key.
	if _is_in_text_field() and event.is_action_pressed(&"ui_cancel"):
		ui.close_topmost()
		get_viewport().set_input_as_handled()


func _unhandled_input(event: InputEvent) -> void:
	var click := event as InputEventMouseButton
	if click != null and click.pressed:
		ui.release_focus()
	if ui.dialogs.visible and OfficeCamera.PANS.any(event.is_action):
		get_viewport().set_input_as_handled()
		return
	if not event.is_pressed() or event.is_echo() or event is InputEventMouse:
		return
	if _is_letter(event) and _is_in_text_field():
		return
	if event.is_action_pressed(&"ui_cancel"):
		ui.close_topmost()
	elif not (_open_panel(event) or ui.dialogs.visible or _do(event)):
		return
	get_viewport().set_input_as_handled()


# A field with the focus consumes no letters before the player enters it, but they are meant for it.
func _is_in_text_field() -> bool:
	var field: Control = get_viewport().gui_get_focus_owner()
	return field is LineEdit or field is TextEdit


func _is_letter(event: InputEvent) -> bool:
	var key := event as InputEventKey
	return key != null and key.keycode < KEY_SPECIAL


func _open_panel(event: InputEvent) -> bool:
	for action: StringName in PANELS:
		if event.is_action_pressed(action, false, true):
			ui.toggle_panel(PANELS[action])
			return true
	return false


func _do(event: InputEvent) -> bool:
	if event.is_action_pressed(&"toggle_auto", false, true):
		ui.toggle_auto()
	elif event.is_action_pressed(&"inspect_agent", false, true):
		ui.docks.toggle_inspector()
	elif event.is_action_pressed(&"next_character", false, true):
		ui.docks.select_next(1)
	elif event.is_action_pressed(&"previous_character", false, true):
		ui.docks.select_next(-1)
	elif event.is_action_pressed(&"follow_agent", false, true):
		ui.docks.inspector.toggle_follow()
	elif event.is_action_pressed(&"quick_save"):
		ui.dialogs.saves.quick_save()
	elif event.is_action_pressed(&"quick_load"):
		ui.dialogs.saves.quick_load()
	elif Input.is_action_just_pressed_by_event(&"zoom_in", event):
		ui.zoom(1)
	elif Input.is_action_just_pressed_by_event(&"zoom_out", event):
		ui.zoom(-1)
	elif event.is_action_pressed(&"focus_toolbar"):
		ui.docks.toolbar.focus_first()
	else:
		return false
	return true
