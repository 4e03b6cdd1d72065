extends "res://demo/office_case.gd"
## The panels of the office: what the player does in them, and what others do meanwhile.

const TRANSCRIPTS := "user://transcripts"


## Gives the agent a task on the board, as the player does.
func give(game: Node, task: String) -> void:
	var line := control(game, "TaskBoard").get_node(^"%TaskName") as LineEdit
	await click(line)
	await type(task)
	await press(KEY_ENTER)
	await until(func() -> bool: return line.text.is_empty(), "the task is given")
	await until(func() -> bool: return card_of(game, task) != null, "a card for " + task)


## The card of a task on the board, or null.
func card_of(game: Node, task: String) -> Control:
	for card: Node in control(game, "TaskBoard").find_children("*", "PanelContainer", true, false):
		var title := card.get_node_or_null(^"%TaskName") as Label
		if title != null and title.text == task:
			return card as Control
	return null


## A conversation between two who say [param line] and nothing else, after it has ended.
func ended_talk(runtime: AgentRuntime, line: String) -> String:
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	var ids: PackedStringArray = []
	for number: int in 2:
		ids.append(runtime.spawn_agent({"name": "Talker %d" % number, "think_interval": 0,
				"cli_backend": "scripted", "mind_options": {"script": [line], "repeat": true}}))
	var talk: String = runtime.start_auto_mode({"agents": ids, "topic": "Of " + line,
			"max_turns": 2, "interaction_pattern": "stay-at-desk"})
	await until(func() -> bool: return ended.size() == 1, "the conversation ends")
	return talk


func transcript(game: Node) -> String:
	return (find(game, "Transcript") as RichTextLabel).get_parsed_text()


func test_the_dialog_brings_one_to_life() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var before: int = runtime.get_agents().size()
	await click(control(game, "New"))
	var dialog: Control = control(game, "SpawnDialog")
	var line := find(dialog, "AgentName") as LineEdit
	line.clear()
	await click(line)
	await type("zoe")
	await click(control(dialog, "Spawn"))
	await until(func() -> bool: return not dialog.visible, "the dialog closes")
	equal(runtime.get_agents().size(), before + 1, "agents")
	var who: String = runtime.get_agents()[-1]
	equal(runtime.get_agent_state(who).name, "zoe", "the name")
	await until(func() -> bool: return character_of(who, game) != null, "is seen")


func test_agents_that_others_bring_and_take_away_are_seen() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var who: String = runtime.spawn_agent({"name": "Guest", "metadata": {"look": 3}})
	await until(func() -> bool: return character_of(who, game) != null, "is seen")
	var seen: int = character_of(who, game).get_instance_id()
	runtime.terminate_agent(who) # before all of it has come
	await until(func() -> bool: return not is_instance_id_valid(seen), "is gone")
	check(character_of(who, game) == null, "nobody is seen in its place")


func test_a_task_ends_on_the_board_with_the_result_that_was_typed() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var who: String = runtime.get_agents()[0]
	var changed: Array[Array] = record(runtime, &"agent_task_changed")
	await press(KEY_T)
	for task: String in ["water", "sweep"]:
		await give(game, task)
	equal(changed[0][0], who, "whose task it is")
	var result := find(card_of(game, "water"), "ResultLine") as LineEdit
	await frames(2) # until all have their places
	await click(result)
	await type("wet")
	await until(func() -> bool:
		return find(game, "InProgress").is_ancestor_of(card_of(game, "water")), "it is begun")
	runtime.finish_task(str(changed.filter(
			func(each: Array) -> bool: return each[2] == "sweep")[0][1]), true)
	await until(func() -> bool: return not control(card_of(game, "sweep"), "Ending").visible,
			"the other has ended")
	check(focused() == result and result.text == "wet", "what is typed stays, and its focus")
	equal(character_of(who, game).get(&"has_task"), true, "one task is left")
	await frames(2)
	await click(control(card_of(game, "water"), "Done"))
	await until(func() -> bool:
		return changed[-1].slice(2) == ["water", AgentRuntime.TASK_COMPLETED, "wet"], "it is done")
	await until(func() -> bool: return not character_of(who, game).get(&"has_task"), "none is left")
	check(control(game, "TaskBoard").is_ancestor_of(focused()), "the focus is still on the board")


func test_who_types_for_long_comes_to_rest() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var who: String = runtime.get_agents()[0]
	var body: Node2D = character_of(who, game)
	runtime.assign_task(who, "wait")
	await until(func() -> bool: return body.call(&"is_typing"), "it types")
	var clock := body.get_node(^"Sprite/Clock") as Timer
	for step: int in 100:
		clock.timeout.emit()
	check(not body.call(&"is_typing"), "its hands rest")
	check(body.call(&"is_working"), "it is at work all the same")
	runtime.assign_task(who, "wait again")
	await until(func() -> bool: return body.call(&"is_typing"), "it types anew")


func test_a_conversation_is_read_saved_and_gone_on_with() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	runtime.time_scale = FAST
	var talk: String = await ended_talk(runtime, "apples")
	await press(KEY_C)
	await until(func() -> bool: return transcript(game).count("apples") == 3, "what was said")
	await click(control(control(game, "TalksPanel"), "Save"))
	var path: String = TRANSCRIPTS.path_join(talk.validate_filename() + ".md")
	await until(func() -> bool: return FileAccess.file_exists(path), "a file")
	contains(FileAccess.get_file_as_string(path), "apples", "what is in it")
	DirAccess.remove_absolute(path)
	var started: Array[Array] = record(runtime, &"auto_mode_started")
	await click(control(game, "Continue"))
	await until(func() -> bool: return started.size() == 1, "it goes on")
	equal(started[0][0], talk, "the same conversation")


func test_the_talk_that_was_chosen_stays_when_another_begins() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	runtime.time_scale = FAST
	for line: String in ["apples", "pears"]:
		await ended_talk(runtime, line)
	await press(KEY_C)
	await until(func() -> bool: return transcript(game).contains("pears"), "the newest")
	var choice := find(game, "Choice") as OptionButton
	choice.grab_focus()
	await press(KEY_ENTER)
	await press(KEY_DOWN)
	await press(KEY_ENTER)
	await until(func() -> bool: return transcript(game).contains("apples"), "the one before")
	await ended_talk(runtime, "plums")
	equal(choice.item_count, 3, "conversations to choose from")
	check(transcript(game).contains("apples"), "it stays")
	await press(KEY_C)
	await press(KEY_C)
	await ended_talk(runtime, "grapes")
	await until(func() -> bool: return transcript(game).contains("grapes"), "nothing is chosen now")


func test_what_somebody_says_meanwhile_is_shown_under_the_pointer() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	for agent: String in runtime.get_agents():
		runtime.pause_agent(agent)
	var who: String = runtime.get_agents()[0]
	await point_at(body_of(game, who))
	check(control(game, "HoverCard").visible, "who that is")
	runtime.send_message(runtime.get_agents()[1], "Mind the fern.", who)
	await until(func() -> bool:
		return text_of(game, "HoverCard", ^"Rows/Message") == "Mind the fern.", "what it says")


func test_who_is_paused_waits_also_after_a_load() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var who: String = runtime.get_agents()[0]
	runtime.pause_agent(who)
	await until(func() -> bool: return character_of(who, game).get(&"waits"), "it waits")
	await press(KEY_F5)
	await until(func() -> bool: return runtime.list_slots().size() == 1, "it is saved")
	var before: int = character_of(who, game).get_instance_id()
	await press(KEY_F9)
	await until(func() -> bool: return not is_instance_id_valid(before), "it goes")
	await until(func() -> bool: return character_of(who, game) != null, "and is back")
	equal(character_of(who, game).get(&"waits"), true, "it waits")


func test_all_of_a_long_speech_is_shown_when_another_begins() -> void:
	var bubble: Node = keep((load("res://office/bubbles/speech_bubble.tscn") as PackedScene)
			.instantiate())
	var finished: Array[Array] = record(bubble, &"finished")
	bubble.call(&"say", "Ada", "first " + "word ".repeat(40) + "last")
	bubble.call(&"hurry")
	var text := bubble.get_node(^"%Text") as RichTextLabel
	contains(text.get_parsed_text(), "first", "the first page")
	(bubble.get_node(^"Stay") as Timer).timeout.emit()
	contains(text.get_parsed_text(), "last", "the last page")
	equal(text.visible_characters, -1, "letters are not typed")
	equal(finished.size(), 0, "it is still shown")
	(bubble.get_node(^"Stay") as Timer).timeout.emit()
	equal(finished.size(), 1, "it is over")


func test_whoever_disagrees_shows_no_heart() -> void:
	var feelings: GDScript = load("res://office/characters/feelings.gd")
	var none: int = feelings.call(&"of", "How do you do?")
	equal(feelings.call(&"of", "I disagree with your ideal!"), none, "parts of words")
	check(feelings.call(&"of", "Well, I agree.") != none, "whole words")
