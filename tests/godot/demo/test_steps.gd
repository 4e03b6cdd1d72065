extends "res://demo/demo_case.gd"
## The steps of the tutorial: each does what it says, alone in its scene, and is short.

const STEPS := "res://steps"
const SHORT := 40 # lines
const TILE := 48.0 # pixels, of the fifth step and the sixth


## Opens a step and waits until it has shown what it is there for.
func finished(step: String) -> Node:
	var scene: Node = open(STEPS.path_join(step + ".tscn"))
	runtime_of(scene).time_scale = FAST
	await until(func() -> bool: return find(scene, "Stage").get(&"is_finished"), step)
	return scene


func said_by(scene: Node, figure: String) -> String:
	return find(scene, figure).get(&"last_said")


func happening(scene: Node) -> String:
	return (find(scene, "Happening") as Label).text


func test_each_step_is_a_scene_with_one_short_script_that_says_what_one_learns() -> void:
	var scripts: PackedStringArray = []
	for file: String in DirAccess.get_files_at(STEPS):
		if file.ends_with(".gd"):
			scripts.append(file)
	equal(scripts, PackedStringArray(["01_hello_agent.gd", "02_two_agents_talk.gd", "03_memory.gd",
			"04_actions_and_tools.gd", "05_auto_mode.gd", "06_own_pathfinding.gd",
			"07_jobs.gd"]), "steps")
	for file: String in scripts:
		var lines: PackedStringArray = FileAccess.get_file_as_string(
				STEPS.path_join(file)).strip_edges().split("\n")
		check(lines.size() < SHORT, "%s has %d lines" % [file, lines.size()])
		check(lines[1].begins_with("## Step %d: " % file.to_int()), "%s says what it is" % file)
		check(ResourceLoader.exists(STEPS.path_join(file.get_basename() + ".tscn")), "its scene")


func test_the_first_step_shows_an_answer_and_takes_a_question() -> void:
	var scene: Node = await finished("01_hello_agent")
	var first: String = said_by(scene, "Ada")
	check(not first.is_empty(), "Ada has answered")
	var spoke: Array[Array] = record(runtime_of(scene), &"agent_spoke")
	await click(find(scene, "Question") as Control)
	await type("And who waters the roses?")
	await press(KEY_ENTER)
	await until(func() -> bool: return said_by(scene, "Ada") != first, "an answer to the question")
	equal(spoke[0].slice(0, 2), ["player_0", "And who waters the roses?"], "the question")


func test_in_the_second_step_both_speak() -> void:
	var scene: Node = await finished("02_two_agents_talk")
	check(not said_by(scene, "Ada").is_empty(), "Ada has spoken")
	check(not said_by(scene, "Bruno").is_empty(), "Bruno has spoken")


func test_the_third_step_remembers_when_it_is_run_again() -> void:
	var scene: Node = await finished("03_memory")
	contains(happening(scene), "My favourite tea is peppermint", "what she is told")
	# What was said in the last moments is found a little later.
	var found: Array[AgentReply] = []
	await until(func() -> bool:
		found.append(runtime_of(scene).search_memory("agent_001", "tea"))
		return found.any(func(each: AgentReply) -> bool:
				return each.is_done() and not each.value.lines.is_empty()), "it can be found")
	scene.free()
	scene = await finished("03_memory")
	contains(said_by(scene, "Ada"), "My favourite tea is peppermint", "what she says")


func test_in_the_fourth_step_a_tool_is_used_and_an_action_performed() -> void:
	var scene: Node = open(STEPS.path_join("04_actions_and_tools.tscn"))
	var used: Array[Array] = record(runtime_of(scene), &"tool_used")
	var performed: Array[Array] = record(runtime_of(scene), &"action_performed")
	runtime_of(scene).time_scale = FAST
	await until(func() -> bool: return performed.size() == 1, "the action")
	equal(used[0], ["agent_001", "feel_soil", true, "\"It is dry.\""], "the tool")
	equal(performed[0].slice(0, 3), ["agent_001", "water_fern", true], "the action")
	equal(find(scene, "Stage").get(&"is_finished"), true, "the step has come to its end")
	await until(
			func() -> bool: return (find(scene, "Fern") as Node2D).scale == Vector2.ONE,
			"the fern")


func test_in_the_fifth_step_two_meet_and_talk_and_go_home() -> void:
	var scene: Node = await finished("05_auto_mode")
	check(not said_by(scene, "Ada").is_empty(), "Ada has spoken")
	check(not said_by(scene, "Bruno").is_empty(), "Bruno has spoken")
	var page := find(scene, "Page") as Control
	await until(func() -> bool: return page.visible, "the transcript is shown")
	contains((page.get_node(^"Scroll/Words") as Label).text, said_by(scene, "Bruno"), "transcript")
	for name: String in ["Ada", "Bruno"]:
		var figure := find(scene, name) as Node2D
		var seat := Vector2(3, 4) if name == "Ada" else Vector2(16, 4)
		await until(func() -> bool: return figure.position.is_equal_approx(seat * TILE), name)


func test_in_the_sixth_step_the_game_walks_an_agent_wherever_one_clicks() -> void:
	var scene: Node = await finished("06_own_pathfinding")
	var runtime: AgentRuntime = runtime_of(scene)
	equal(runtime.get_agent_state("agent_001").position, Vector2(16, 5), "the first way")
	var refused: Array[Array] = record(runtime, &"action_refused")
	var ground := find(scene, "Floor") as TileMapLayer
	await click_at(place_of(ground, ground.map_to_local(Vector2i(12, 2))))
	await until(func() -> bool:
		return runtime.get_agent_state("agent_001").position == Vector2(12, 2), "the second way")
	equal((find(scene, "Ada") as Node2D).position, Vector2(12, 2) * TILE, "where she is seen")
	await click_at(place_of(ground, ground.map_to_local(Vector2i(-1, 2)))) # is nowhere
	await click_at(place_of(ground, ground.map_to_local(Vector2i(10, 2))))
	await until(func() -> bool: return refused.size() == 1, "there is no way into a wall")


func test_in_the_seventh_step_a_program_outlives_the_scene_and_asks() -> void:
	var scene: Node = open(STEPS.path_join("07_jobs.tscn"))
	await until(func() -> bool: return said_by(scene, "Ada").begins_with("Page 1"), "a page")
	scene.free()
	scene = open(STEPS.path_join("07_jobs.tscn"))
	equal(runtime_of(scene).jobs.get_jobs(true).size(), 1, "it is found at work")
	await until(func() -> bool: return happening(scene).begins_with("Who shall sign"), "asked")
	await click(find(scene, "Question") as Control)
	await type("Bruno")
	await press(KEY_ENTER)
	await until(func() -> bool: return find(scene, "Stage").get(&"is_finished"), "the end")
	equal(said_by(scene, "Ada"), "It is signed by Bruno.", "what it wrote last")
	contains(happening(scene), "completed", "what became of it")
