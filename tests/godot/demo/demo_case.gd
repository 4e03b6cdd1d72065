extends "res://addon/runtime_case.gd"
## The base of cases that play the demo: scenes in a window of a known size, and a player whose
## hands are events of the mouse and the keyboard, as the engine gets them from a system.

const WINDOW := Vector2i(1280, 720)

# The database of each scene that the case has opened, and of the one that it opened last.
var _worlds: Dictionary[String, String] = {}
var _world: String = ""


## Opens a scene of the demo in a world that no other case has; it is closed after the case. Opened
## once more by the same case, it finds its world as it was left.
func open(path: String) -> Node:
	tree.root.size = WINDOW
	if not _worlds.has(path):
		_worlds[path] = new_database()
	_world = _worlds[path]
	if not tree.node_added.is_connected(_on_node_added):
		tree.node_added.connect(_on_node_added)
	return keep((load(path) as PackedScene).instantiate())


func finish(printed: PackedStringArray) -> void:
	super(printed)
	if tree.node_added.is_connected(_on_node_added):
		tree.node_added.disconnect(_on_node_added)


# Before it starts: scenes name a database of their own, which all cases would share.
func _on_node_added(node: Node) -> void:
	if node is AgentRuntime:
		(node as AgentRuntime).database_path = _world


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


## Presses a key and keeps it down until it repeats, or lets go of it.
func hold(key: Key, pressed: bool) -> void:
	await _send([_key(key, pressed)])
	if pressed:
		var again: InputEventKey = _key(key, true)
		again.echo = true
		await _send([again])


## Presses a button of a controller.
func press_button(number: JoyButton) -> void:
	for pressed: bool in [true, false]:
		var event := InputEventJoypadButton.new()
		event.button_index = number
		event.pressed = pressed
		await _send([event])


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
