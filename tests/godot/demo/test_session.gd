extends "res://demo/office_case.gd"
## A player's session in the office: what the hands do, what the runtime is told, what is shown.

const TOPIC := "Is a shortcut ever the right way?"


## What stands in the inspector as the last message, if it is open.
func inspected(game: Node) -> String:
	var panel := find(game, "Inspector") as Control
	return text_of(game, "Inspector", ^"Rows/Tabs/Now/Rows/Bubble/Message") if panel.visible else ""


## What stands beside the pointer, if it is on somebody.
func hovered(game: Node) -> String:
	var card := find(game, "HoverCard") as Control
	return text_of(game, "HoverCard", ^"Rows/Message") if card.visible else ""


## Two agents that talk with each other as their scripts say, and the id of the conversation.
func conversation(runtime: AgentRuntime, lines: Array, options: Dictionary = {}) -> String:
	var ids: PackedStringArray = []
	for number: int in 2:
		ids.append(runtime.spawn_agent({"name": "Talker %d" % number, "think_interval": 0,
				"cli_backend": "scripted", "mind_options": {"script": lines, "repeat": true}}))
	return runtime.start_auto_mode({"agents": ids, "topic": TOPIC}.merged(options))


## That the bar shows a conversation that is active, or none.
func check_bar(game: Node, active: bool) -> void:
	equal(button(game).button_pressed, active, "the button is pressed")
	equal((find(game, "Running") as Control).visible, active, "how far they are is shown")
	equal((find(game, "Setup") as Control).visible, not active, "what can be set up is shown")


# spec:003.4.1
func test_a_click_on_auto_starts_a_conversation_and_a_second_click_stops_it() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var started: Array[Array] = record(runtime, &"auto_mode_started")
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	check_bar(game, false)
	await click(button(game))
	await until(func() -> bool: return started.size() == 1, "auto_mode_started")
	check((started[0][1] as PackedStringArray).size() >= 2, "two agents or more")
	check_bar(game, true)
	check(runtime.is_auto_mode_active(), "the runtime says so too")
	await click(button(game))
	await until(func() -> bool: return ended.size() == 1, "auto_mode_ended")
	equal(ended[0], [started[0][0], "stopped"], "stopAutoMode has reached the runtime")
	check(not runtime.is_auto_mode_active(), "no conversation is active")
	check_bar(game, false)
	await frames(10)
	equal(ended.size(), 1, "it ended once")


# spec:003.4.2
func test_the_bar_is_at_rest_again_however_a_conversation_ends() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	runtime.time_scale = FAST
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	for reason: String in ["keyword", "timer", "agent_lost"]:
		ended.clear()
		var says: String = "So be it. [CONVERSATION_END]" if reason == "keyword" else "And then?"
		var talk: String = conversation(runtime, [says],
				{"duration_ms": 20_000} if reason == "timer" else {})
		check(not talk.is_empty(), "a conversation for " + reason)
		await until(func() -> bool: return button(game).button_pressed, "the button follows")
		check_bar(game, true)
		if reason == "agent_lost":
			runtime.terminate_agent(runtime.get_agents()[-1])
		await until(func() -> bool: return ended.size() == 1, reason)
		equal(ended[0], [talk, reason], "auto_mode_ended")
		check_bar(game, false)


# spec:003.1.3
func test_what_somebody_said_last_is_shown_under_the_pointer_and_when_selected() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var said: Array[Array] = record(runtime, &"agent_message")
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	var talkers: PackedStringArray = runtime.get_agents().slice(0, 2)
	# At their desks nobody stands before them, and nobody gets up.
	for other: String in runtime.get_agents().slice(2):
		runtime.pause_agent(other)
	runtime.start_auto_mode({"agents": talkers, "interaction_pattern": "stay-at-desk"})
	runtime.time_scale = FAST
	await until(func() -> bool: return said.size() >= 2, "agent_message")
	runtime.time_scale = 1.0
	runtime.stop_auto_mode()
	await until(func() -> bool: return ended.size() == 1, "auto_mode_ended")
	for talker: String in talkers:
		runtime.pause_agent(talker)
	var speaker: String = said[-1][0]
	var text: String = said[-1][1]
	check(not text.is_empty() and talkers.has(speaker), "who has said what")
	await point_at(body_of(game, speaker))
	equal(hovered(game), text, "what stands under the pointer")
	equal(inspected(game), "", "nobody is selected")
	await click_at(body_of(game, speaker))
	equal(inspected(game), text, "what stands in the inspector")


func test_who_is_selected_is_spoken_to_with_the_keyboard_and_answers() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var who: String = runtime.get_agents()[2]
	await click_at(body_of(game, who))
	check((find(game, "Inspector") as Control).visible, "the inspector is open")
	await click(find(game, "TalkLine") as Control)
	await type("Hello there, who are you?")
	await press(KEY_ENTER)
	await until(func() -> bool: return spoke.any(func(each: Array) -> bool:
			return each[0] == "player_0" and each[1] == "Hello there, who are you?"), "it is said")
	await until(func() -> bool: return spoke[-1][0] == who, "an answer after it")
	check((spoke[-1][2] as PackedStringArray).has("player_0"), "it is said to the player")
	equal(inspected(game), spoke[-1][1], "the answer is shown")


func test_the_world_is_saved_with_f5_and_comes_back_with_f9() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var loaded: Array[Array] = record(runtime, &"event_received")
	var before: PackedStringArray = runtime.get_agents()
	await press(KEY_F5)
	await until(func() -> bool: return runtime.list_slots().size() == 1, "it is saved")
	equal(runtime.list_slots()[0].slot, "quick", "the slot")
	var gone: String = before[0]
	runtime.terminate_agent(gone)
	await until(func() -> bool: return not runtime.get_agents().has(gone), "somebody leaves")
	await press(KEY_F9)
	await until(func() -> bool: return loaded.size() == 1, "world_loaded")
	equal(loaded[0][0], "world_loaded", "the event")
	await until(func() -> bool: return runtime.get_agents() == before, "all are there again")
	await until(func() -> bool:
		return character_of(gone, game) != null, "and are seen")
