extends "res://demo/office_case.gd"
## What agents do is seen in the office: what they are at, what they say, where they go.

const LINE := "Mind the fern."
## It takes about eight seconds to say.
const LONG_LINE := (
		"A shortcut is a way that somebody else has paid for, and whoever takes it ought to ask "
		+ "who that was, what it cost, and whether they would show it to us again. And you?")


## Somebody who stands on a free tile, and says [param line] whenever it is its turn.
func guest(game: Node, name: String, tile: Vector2, line: String = LINE) -> String:
	var id: String = runtime_of(game).spawn_agent({"name": name, "think_interval": 0,
			"initial_position": tile, "cli_backend": "scripted",
			"mind_options": {"script": [line], "repeat": true}})
	await until(func() -> bool: return character_of(id, game) != null, name + " is seen")
	return id


## The residents do nothing of their own accord.
func settle_down(game: Node) -> void:
	for agent: String in runtime_of(game).get_agents():
		runtime_of(game).pause_agent(agent)
		await until(func() -> bool: return not character_of(agent, game).call(&"is_walking"),
				agent + " stands")


## A value that the script of [param node] names.
func named(node: Node, group: String, name: String) -> int:
	return (node.get_script() as GDScript).get_script_constant_map()[group][name]


func poses(game: Node, who: String) -> bool:
	var sprite: Node = character_of(who, game).get_node(^"Sprite")
	return sprite.call(&"pose_shown") == named(sprite, "Pose", "TALK")


## Whether the sign of somebody who thinks is above its head, in whichever of its frames.
func is_thinking_shown(game: Node, who: String) -> bool:
	var mark := character_of(who, game).get_node(^"Mark") as Sprite2D
	var first: int = named(mark, "Sign", "THINKING")
	return mark.visible and mark.frame >= first and mark.frame < first + 3


## The facing of the picture.
func facing_of(game: Node, who: String) -> int:
	var sprite := character_of(who, game).get_node(^"Sprite") as Sprite2D
	return sprite.frame_coords.y


## The bubble in which [param line] stands, or null.
func bubble_with(game: Node, line: String) -> Control:
	for text: Node in find(game, "Bubbles").find_children("Text", "RichTextLabel", true, false):
		if (text as RichTextLabel).get_parsed_text() == line:
			return text.owner as Control
	return null


func card_text(game: Node) -> String:
	var card: Control = control(game, "HoverCard")
	return text_of(game, "HoverCard", ^"Rows/Message") if card.visible else ""


func inspected(game: Node) -> String:
	return text_of(game, "Inspector", ^"Rows/Tabs/Now/Rows/Bubble/Message")


# spec:000.6.2
func test_a_change_of_state_is_seen_in_the_mark_and_the_pose() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var who: String = await guest(game, "Guest", Vector2(8, 8))
	check(not poses(game, who) and not is_thinking_shown(game, who), "it rests")
	var seen: Dictionary[int, Array] = {}
	# The office has been told before, in the same signal.
	runtime.agent_state_changed.connect(func(id: String, _old: int, state: int) -> void:
		if id == who:
			seen[state] = [is_thinking_shown(game, who), poses(game, who)])
	runtime.send_message(who, "What do you say?")
	await until(func() -> bool: return seen.has(AgentRuntime.STATE_IDLE), "it is idle again")
	equal(seen[AgentRuntime.STATE_THINKING], [true, false], "while it thinks")
	equal(seen[AgentRuntime.STATE_SPEAKING], [false, true], "while it speaks")
	equal(seen[AgentRuntime.STATE_IDLE], [false, false], "when it is idle")


# spec:000.6.3
func test_what_is_said_stands_in_a_bubble_at_the_speaker() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	var who: String = await guest(game, "Guest", Vector2(8, 8))
	await settle_down(game)
	check(bubble_with(game, LINE) == null, "nothing is said yet")
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.send_message(runtime.get_agents()[0], LINE, who)
	await until(func() -> bool: return spoke.size() == 1, "agent_spoke")
	equal(spoke[0].slice(0, 2), [who, LINE], "agent_spoke")
	var bubble: Control = bubble_with(game, LINE)
	if bubble == null:
		check(false, "a bubble with the words")
		return
	equal((bubble.get_node(^"%Name") as Label).text, "Guest", "who says it")
	await frames(2) # until all have their places
	var tail := bubble.get_node(^"Tail") as Control
	check(bubble.is_visible_in_tree() and tail.visible, "it is seen")
	var nearest: Array = Array(runtime.get_agents())
	nearest.sort_custom(func(one: String, other: String) -> bool:
		return body_of(game, one).distance_to(middle_of(tail)) \
				< body_of(game, other).distance_to(middle_of(tail)))
	equal(nearest[0], who, "at whom its tail points")


# spec:003.6.1
func test_who_is_to_answer_is_seen_to_walk_up_to_the_other_and_to_face_it() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	await settle_down(game)
	var ids: PackedStringArray = [
		await guest(game, "One", Vector2(4, 8), LONG_LINE),
		await guest(game, "Two", Vector2(5, 9), LONG_LINE)]
	var bodies: Array[Node2D] = [character_of(ids[0], game), character_of(ids[1], game)]
	var from: Array[Vector2] = [bodies[0].position, bodies[1].position]
	# A corner away: it walks one way, and has to turn to look the other.
	check(from[0].distance_to(from[1]) > 16.0, "they stand apart")
	var said: Array[Array] = record(runtime, &"agent_message")
	runtime.start_auto_mode({"agents": ids, "topic": "Is a shortcut ever the right way?"})
	await until(func() -> bool: return said.size() == 2, "an answer")
	equal([said[0][0], said[1][0]], [ids[0], ids[1]], "who has spoken")
	await until(func() -> bool: return not bodies[1].call(&"is_walking"), "it has arrived")
	equal(bodies[0].position, from[0], "the other has stayed")
	var way: Vector2 = bodies[0].position - bodies[1].position
	equal(way.length(), 16.0, "it stands beside the other")
	var facing: int = load("res://office/characters/tile_walk.gd").call(&"facing_of", way, -1)
	equal(facing_of(game, ids[1]), facing, "it looks at the other")


func test_last_words_are_known_after_a_restart() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	await settle_down(game)
	var who: String = runtime.get_agents()[0]
	var other: String = runtime.get_agents()[1]
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.send_message(other, LINE, who)
	runtime.send_message(who, "Which fern?", other) # what it heard since is not what it said
	await until(func() -> bool: return spoke.size() == 2, "both have spoken")
	game.free()
	game = await play()
	await click_at(body_of(game, who))
	await until(func() -> bool: return inspected(game) == LINE, "what the inspector shows")
	equal(card_text(game), LINE, "what stands under the pointer")


func test_after_a_load_last_words_are_those_of_the_world_that_was_loaded() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	await settle_down(game)
	var who: String = runtime.get_agents()[0]
	var other: String = runtime.get_agents()[1]
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.send_message(other, LINE, who)
	await until(func() -> bool: return spoke.size() == 1, "the first words")
	await press(KEY_F5)
	await until(func() -> bool: return runtime.list_slots().size() == 1, "it is saved")
	runtime.send_message(other, "It is too late.", who)
	await until(func() -> bool: return spoke.size() == 2, "other words")
	await point_at(body_of(game, who))
	equal(card_text(game), "It is too late.", "what stands under the pointer")
	var loaded: Array[Array] = record(runtime, &"event_received")
	var spawned: Array[Array] = record(runtime, &"agent_spawned")
	await press(KEY_F9)
	await until(func() -> bool: return loaded.size() == 1, "world_loaded")
	# Until then its character is the one from before the load, whose card goes with it.
	await until(func() -> bool:
		return spawned.any(func(each: Array) -> bool: return each[0] == who), "it is back")
	await point_at(body_of(game, who))
	await until(func() -> bool: return card_text(game) == LINE, "what stands there now")


func test_the_card_goes_with_who_walks_away_and_comes_back() -> void:
	var game: Node = await play()
	var runtime: AgentRuntime = runtime_of(game)
	await settle_down(game)
	var who: String = await guest(game, "Guest", Vector2(8, 8))
	var card: Control = control(game, "HoverCard")
	var here: Vector2 = body_of(game, who)
	await point_at(here)
	check(card.visible, "who stands there")
	runtime.walk_agent(who, Vector2(4, 8))
	await until(func() -> bool: return not card.visible, "it walks away from under the pointer")
	var body: Node2D = character_of(who, game)
	check(body.call(&"is_walking"), "at once, not when it has arrived")
	await until(func() -> bool: return not body.call(&"is_walking"), "it stands")
	await point_at(body_of(game, who))
	check(card.visible, "the pointer is on it again")
	await point_at(here)
	check(not card.visible, "nobody is there")
	runtime.walk_agent(who, Vector2(8, 8))
	await until(func() -> bool: return card.visible, "it comes back to where the pointer rests")


func test_the_card_is_back_when_the_pointer_comes_from_a_panel() -> void:
	var game: Node = await play()
	await settle_down(game)
	var card: Control = control(game, "HoverCard")
	var here: Vector2 = body_of(game, runtime_of(game).get_agents()[0])
	for time: int in 2:
		await point_at(here)
		check(card.visible, "the pointer is on somebody")
		await point_at(middle_of(button(game)))
		await point_at(middle_of(button(game)) + Vector2.ONE)
		check(not card.visible, "the pointer is on a panel")
