extends "res://demo/office_case.gd"
## How the game begins: when it cannot, and when it is opened anew.

const MODEL := &"openai/model"


func test_a_game_that_cannot_start_says_so_and_takes_no_keys() -> void:
	var first: Node = open(OFFICE)
	check(runtime_of(first).is_running(), "the first game runs")
	expect_error("is simulated already")
	var second: Node = open(OFFICE)
	var notice := second.get_node(^"%Notice") as Label
	await until(func() -> bool: return notice.is_visible_in_tree(), "a sentence is shown")
	contains(notice.text, "did not start", "what it says")
	await frames(2)
	check(second.find_children("AutoButton", "", true, false).is_empty(), "there is no bar")
	first.free()
	for key: Key in [KEY_A, KEY_T, KEY_N, KEY_S, KEY_I, KEY_PLUS]:
		await press(key)
	check(notice.is_visible_in_tree(), "the sentence stays")


func test_an_office_opened_anew_twice_keeps_what_the_player_settled() -> void:
	var of_project: Variant = settings().call(&"mind", MODEL)
	var game: Node = open(OFFICE)
	settings().call(&"put_mind", MODEL, "mine")
	for time: int in 2:
		var before: int = runtime_of(game).get_instance_id()
		await press(KEY_O)
		var again := find(game, "Restart") as Button
		await click(again)
		await click(again) # as hasty people do
		await until(func() -> bool: return not is_instance_id_valid(before), "the office closes")
		await until(func() -> bool: return runtime_of(game).is_running(), "it opens anew")
		equal(settings().call(&"mind", MODEL), "mine", "the model")
	settings().call(&"put_mind", MODEL, null)
	equal(settings().call(&"mind", MODEL), of_project, "the model as the project has it")


func test_the_greeting_ends_also_when_there_is_nobody_to_answer() -> void:
	var game: Node = open(OFFICE)
	var runtime: AgentRuntime = runtime_of(game)
	var finished: Array[Array] = record(find(game, "Greeting"), &"finished")
	await until(func() -> bool: return not runtime.get_agents().is_empty(), "people live")
	for agent: String in runtime.get_agents().slice(1):
		runtime.terminate_agent(agent)
	await until(func() -> bool: return finished.size() == 1, "nobody is greeted")
	equal(runtime.get_agents().size(), 1, "who is left")


func test_the_greeting_ends_when_one_of_the_two_leaves() -> void:
	var game: Node = open(OFFICE)
	var runtime: AgentRuntime = runtime_of(game)
	var finished: Array[Array] = record(find(game, "Greeting"), &"finished")
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	await until(func() -> bool: return spoke.size() == 1, "the first words")
	equal(finished.size(), 0, "it goes on")
	runtime.terminate_agent((spoke[0][2] as PackedStringArray)[0])
	await until(func() -> bool: return finished.size() == 1, "it is over")
