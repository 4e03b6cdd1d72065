extends "res://addon/runtime_case.gd"
## The tool "recall", by which minds look up what their agents remember.


## Looks up what it is told to, and then says what came of it.
class Rememberer:
	extends AgentMind

	var arguments: Dictionary = {"query": "tomatoes"}
	var prompts: PackedStringArray = []

	func _think(thought: AgentThought) -> void:
		prompts.append(str(thought.prompt))
		var told: int = thought.get_last_message().find("\nYou have used recall")
		if told >= 0 or not prompts[-1].contains("recall"):
			thought.answer("I see.")
		else:
			thought.answer({"action": "use_tools",
					"calls": [{"name": "recall", "arguments": arguments}]})


func ada_with(mind: AgentMind) -> Dictionary:
	return {"name": "Ada", "think_interval": 0, "mind": mind}


func recalling(path: String = "") -> AgentRuntime:
	var runtime: AgentRuntime = make_runtime(path)
	runtime.recall_enabled = true
	return keep(runtime) as AgentRuntime


## Words are indexed while nobody writes.
func indexed(runtime: AgentRuntime, agent: String, word: String) -> void:
	for frame: int in FRAMES:
		var lines: Array = (await result_of(runtime.search_memory(agent, word))).lines
		if not lines.is_empty():
			return
	check(false, "never indexed: " + word)


func test_a_mind_looks_up_what_its_agent_has_heard() -> void:
	var runtime: AgentRuntime = recalling()
	var used: Array[Array] = record(runtime, &"tool_used")
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var mind := Rememberer.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	await completed(runtime.note_memory(ada, "Bob grows tomatoes behind the mill."))
	await indexed(runtime, ada, "tomatoes")
	runtime.send_message(ada, "What do you know?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(used.size(), 1, "uses")
	equal(used[0].slice(0, 3), [ada, "recall", true], "tool_used")
	contains(str(used[0][3]), "Bob grows tomatoes behind the mill.", "what it found")


func test_without_it_no_prompt_changes() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var mind := Rememberer.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "What do you know?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	check(not mind.prompts[0].contains("recall"), "the tool is not in the prompt")


func test_what_does_not_fit_its_schema_is_told_to_the_mind() -> void:
	var runtime: AgentRuntime = recalling()
	var used: Array[Array] = record(runtime, &"tool_used")
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	for arguments: Dictionary in [{"query": "x".repeat(501)}, {"query": "a", "limit": 21}, {}]:
		var mind := Rememberer.new()
		mind.arguments = arguments
		var before: int = spoke.size()
		runtime.send_message(runtime.spawn_agent(ada_with(mind)), "What do you know?")
		await until(func() -> bool: return spoke.size() >= before + 2, "an answer")
		contains(mind.prompts[-1], "the arguments of recall", "what it is told")
	equal(used.size(), 0, "uses")


func test_the_name_is_taken_and_what_was_registered_before_stays() -> void:
	var runtime: AgentRuntime = make_runtime()
	runtime.autostart = false
	keep(runtime)
	var used: Array[Array] = record(runtime, &"tool_used")
	var finds: Callable = func(_agent: String, _arguments: Dictionary, _call: String) -> String:
		return "an old diary"
	var other: Callable = func(_agent: String, _arguments: Dictionary, _call: String) -> String:
		return "something else"
	equal(runtime.register_tool("recall", "Looks into a diary.", {}, finds), OK, "before the start")
	runtime.recall_enabled = true
	expect_error("register_tool: name: \"recall\" is taken by a tool of the runtime itself")
	equal(runtime.start(), OK, "start")
	expect_error("register_tool: name: \"recall\" is taken by a tool of the runtime itself")
	equal(runtime.register_tool("recall", "Another.", {}, other), ERR_ALREADY_IN_USE, "again")
	runtime.stop()
	runtime.recall_enabled = false
	equal(runtime.start(), OK, "start without it")
	runtime.send_message(runtime.spawn_agent(ada_with(Rememberer.new())), "What do you know?")
	await until(func() -> bool: return used.size() >= 1, "a use")
	contains(str(used[0][3]), "an old diary", "the function that was registered first")
