extends "res://addon/runtime_case.gd"
## The base of cases that play the demo: scenes in a window of a known size, and a player whose
## hands are events of the mouse and the keyboard, as the engine gets them from a system.

const WINDOW := Vector2i(1280, 720)


## Opens a scene of the demo in a world of its own; it is closed after the case.
func open(path: String) -> Node:
	tree.root.size = WINDOW
	OS.set_environment("AGENT_RUNTIME_DB", ProjectSettings.globalize_path(new_database()))
	return keep((load(path) as PackedScene).instantiate())


## Returns the node of a name that is alone in [param scene], as its scene file has it.
func find(scene: Node, name: String) -> Node:
	var found: Array[Node] = scene.find_children(name, "", true, false)
	check(found.size() == 1, "nodes of the name %s: %d" % [name, found.size()])
	return found[0] if not found.is_empty() else null


func runtime_of(scene: Node) -> AgentRuntime:
	var found: Array[Node] = scene.find_children("*", "AgentRuntime", true, false)
	check(found.size() == 1, "runtimes: %d" % found.size())
	return found[0] as AgentRuntime if not found.is_empty() else null


## Moves the mouse to a place of the window.
func point_at(place: Vector2) -> void:
	var event := InputEventMouseMotion.new()
	event.position = place
	event.global_position = place
	await _send([event])


func click_at(place: Vector2) -> void:
	await point_at(place)
	for pressed: bool in [true, false]:
		var event := InputEventMouseButton.new()
		event.button_index = MOUSE_BUTTON_LEFT
		event.button_mask = MOUSE_BUTTON_MASK_LEFT if pressed else 0 as MouseButtonMask
		event.pressed = pressed
		event.position = place
		event.global_position = place
		await _send([event])


## Clicks on the middle of a control, which must be seen.
func click(control: Control) -> void:
	check(control.is_visible_in_tree(), "%s is seen" % control.name)
	await click_at(middle_of(control))


## Where the middle of a control is in the window.
func middle_of(control: Control) -> Vector2:
	return tree.root.get_final_transform() * (control.get_global_transform_with_canvas()
			* (control.size / 2.0))


## Where a place of the world is in the window.
func place_of(node: CanvasItem, offset: Vector2 = Vector2.ZERO) -> Vector2:
	return tree.root.get_final_transform() * (node.get_global_transform_with_canvas() * offset)


func press(key: Key) -> void:
	await _send([_key(key, true), _key(key, false)])


## Types into whatever has the focus.
func type(text: String) -> void:
	var events: Array[InputEvent] = []
	for index: int in text.length():
		for pressed: bool in [true, false]:
			var event: InputEventKey = _key(
					OS.find_keycode_from_string(text[index].to_upper()), pressed)
			event.unicode = text.unicode_at(index)
			events.append(event)
	await _send(events)


func _key(key: Key, pressed: bool) -> InputEventKey:
	var event := InputEventKey.new()
	event.keycode = key
	event.physical_keycode = key
	event.pressed = pressed
	return event


# The engine hands events on with its next frame.
func _send(events: Array[InputEvent]) -> void:
	for event: InputEvent in events:
		Input.parse_input_event(event)
	await frames(2)
