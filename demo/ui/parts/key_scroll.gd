class_name KeyScroll
extends ScrollContainer
## A page that arrow keys and page keys scroll while it has the focus. At its ends the focus moves
## on.

const LINE := 48.0
## The share of the visible part by which a page key scrolls.
const PAGE := 0.9

const LINES: Dictionary[StringName, float] = {&"ui_up": -LINE, &"ui_down": LINE}
const PAGES: Dictionary[StringName, float] = {&"ui_page_up": -PAGE, &"ui_page_down": PAGE}


func _gui_input(event: InputEvent) -> void:
	for action: StringName in LINES:
		if event.is_action_pressed(action, true):
			_move(LINES[action])
	for action: StringName in PAGES:
		if event.is_action_pressed(action, true):
			_move(PAGES[action] * size.y)


func _move(pixels: float) -> void:
	var before: int = scroll_vertical
	scroll_vertical += int(pixels)
	if scroll_vertical != before:
		accept_event()
