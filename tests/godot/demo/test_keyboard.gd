extends "res://demo/office_case.gd"
## The office without a mouse: what keys and buttons do, and where the focus is.


func camera_of(game: Node) -> Camera2D:
	return find(game, "Camera") as Camera2D


func zoom_of(game: Node) -> int:
	return office_of(game).call(&"zoom_level")


## Presses [param key] until a control has the focus.
func go_to(goal: Control, key: Key) -> void:
	for step: int in 20:
		if focused() == goal:
			break
		await press(key)
	check(focused() == goal, "%s has the focus" % goal.name)


func test_a_session_is_played_with_the_keyboard_alone() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var before: int = runtime.get_agents().size()
	await press(KEY_F10)
	equal(focused(), button(game), "the key for the bar")
	await go_to(control(game, "New"), KEY_TAB)
	await press(KEY_ENTER)
	check(control(game, "SpawnDialog").visible, "Enter opens the dialog")
	await go_to(control(control(game, "SpawnDialog"), "Spawn"), KEY_TAB) # past the persona
	await press(KEY_ENTER)
	await until(func() -> bool: return runtime.get_agents().size() == before + 1, "somebody new")
	await until(func() -> bool: return not control(game, "SpawnDialog").visible, "it closes")
	check(focused() == null, "the keys belong to the office")
	await press(KEY_N)
	check(control(game, "SpawnDialog").visible, "it opens again")
	await press(KEY_ESCAPE)
	check(not control(game, "SpawnDialog").visible, "Esc closes it, out of a line")
	await press(KEY_I)
	check(control(game, "Inspector").visible, "the inspector")
	for step: String in ["the focus", "the panel"]:
		await press(KEY_ESCAPE)
	check(not control(game, "Inspector").visible, "Esc leaves it")
	equal(runtime.get_agents().size(), before + 1, "nobody else came")


func test_a_controller_opens_and_closes_a_dialog() -> void:
	var game: Node = await play()
	await press_button(JOY_BUTTON_START)
	check(control(game, "OptionsPanel").visible, "Start opens the settings")
	check(focused() != null, "something has the focus")
	await press_button(JOY_BUTTON_B)
	check(not control(game, "OptionsPanel").visible, "B closes them")
	await press_button(JOY_BUTTON_X)
	check(control(game, "Inspector").visible, "X opens the inspector")


func test_plus_and_minus_zoom() -> void:
	var game: Node = await play()
	var level: int = zoom_of(game)
	await press(KEY_PLUS)
	equal(zoom_of(game), level + 1, "larger")
	await press(KEY_MINUS)
	await press(KEY_KP_SUBTRACT)
	equal(zoom_of(game), level - 1, "smaller")


func test_letters_in_a_line_that_has_the_focus_are_no_shortcuts() -> void:
	var game: Node = await play()
	var line := find(game, "Topic") as LineEdit
	await press(KEY_F10)
	await go_to(line, KEY_TAB)
	line.unedit() # as after arrow keys, which do not enter a line
	await type("atnso")
	check(not runtime_of(game).is_auto_mode_active(), "auto mode has not begun")
	check(not control(game, "Dialogs").visible, "no dialog is open")
	await press(KEY_F1)
	check(control(game, "HelpPanel").visible, "other keys count")


func test_arrows_move_the_view_until_they_are_let_go() -> void:
	var game: Node = await play()
	var camera: Camera2D = camera_of(game)
	office_of(game).call(&"set_zoom_level", 6)
	var before: Vector2 = camera.position
	await hold(KEY_RIGHT, true)
	await until(func() -> bool: return camera.position.x > before.x + 4.0, "it moves")
	# As when the window loses the keys: they are up, and no event tells so.
	Input.action_release(&"pan_right")
	await frames(3)
	check(not camera.is_processing(), "it has come to rest")
	await hold(KEY_RIGHT, false)


func test_behind_a_dialog_arrows_move_nothing() -> void:
	var game: Node = await play()
	var who: String = runtime_of(game).get_agents()[0]
	for is_open: bool in [true, false]:
		office_of(game).call(&"follow", who)
		if is_open:
			await press(KEY_F1)
		await hold(KEY_RIGHT, true)
		await hold(KEY_RIGHT, false)
		var followed: String = office_of(game).call(&"followed")
		equal(followed, who if is_open else "", "whom the view follows")
		await press(KEY_ESCAPE)
