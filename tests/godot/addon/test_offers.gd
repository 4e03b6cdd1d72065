extends "res://addon/runtime_case.gd"
## Actions and tools that are registered for one agent or a group.


## Uses the tool "dig", and then says what it was told.
class Digger:
	extends AgentMind

	func _think(thought: AgentThought) -> void:
		var told: int = thought.get_last_message().find("\nYou have used dig")
		if told >= 0:
			thought.answer(thought.get_last_message().substr(told))
		else:
			thought.answer({"action": "use_tools", "calls": [{"name": "dig", "arguments": {}}]})


func digger(groups: PackedStringArray = []) -> Dictionary:
	return {"name": "Digger", "think_interval": 0, "mind": Digger.new(), "groups": groups}


func finds(what: String) -> Callable:
	return func(_agent: String, _arguments: Dictionary, _call: String) -> String: return what


func test_the_nearest_of_several_tools_is_called() -> void:
	var runtime: AgentRuntime = new_runtime()
	var used: Array[Array] = record(runtime, &"tool_used")
	var own: String = runtime.spawn_agent(digger(["miners"]))
	var member: String = runtime.spawn_agent(digger(["miners"]))
	var other: String = runtime.spawn_agent(digger())
	equal(runtime.register_tool("dig", "Digs.", {}, finds("stones")), OK, "for all")
	equal(runtime.register_tool("dig", "Digs.", {}, finds("coal"), {"group": "miners"}), OK,
			"for a group")
	equal(runtime.register_tool("dig", "Digs.", {}, finds("gold"), {"agent": own}), OK,
			"for an agent")
	for agent: String in [own, member, other]:
		runtime.send_message(agent, "What do you find?")
	await until(func() -> bool: return used.size() >= 3, "three uses")
	var found: Dictionary = {}
	for use: Array in used:
		found[use[0]] = use[3]
	contains(str(found.get(own)), "gold", "its own")
	contains(str(found.get(member)), "coal", "that of its group")
	contains(str(found.get(other)), "stones", "that of all")


func test_what_is_taken_back_leaves_the_next_nearest() -> void:
	var runtime: AgentRuntime = new_runtime()
	var used: Array[Array] = record(runtime, &"tool_used")
	var ada: String = runtime.spawn_agent(digger())
	runtime.register_tool("dig", "Digs.", {}, finds("stones"))
	runtime.register_tool("dig", "Digs.", {}, finds("gold"), {"agent": ada})
	equal(runtime.unregister_tool("dig", {"agent": ada}), OK, "unregister")
	expect_error("unregister_tool: name: \"dig\" is not the name of a registered tool for " + ada)
	equal(runtime.unregister_tool("dig", {"agent": ada}), ERR_INVALID_PARAMETER, "twice")
	runtime.send_message(ada, "What do you find?")
	await until(func() -> bool: return used.size() >= 1, "a use")
	contains(str(used[0][3]), "stones", "that of all")


func test_a_tool_has_its_own_deadline() -> void:
	var runtime: AgentRuntime = new_runtime()
	var used: Array[Array] = record(runtime, &"tool_used")
	var calls: PackedStringArray = []
	runtime.register_tool("dig", "Digs.", {},
			func(_agent: String, _arguments: Dictionary, call_id: String) -> void:
				calls.append(call_id),
			{"deadline_msec": 50})
	runtime.send_message(runtime.spawn_agent(digger()), "What do you find?")
	await until(func() -> bool: return used.size() >= 1, "its end")
	equal(used[0][2], false, "ok")
	contains(str(used[0][3]), "has not answered in time", "why")
	expect_error("answer_tool: call_id: ")
	check(runtime.answer_tool(calls[0], "gold") != OK, "too late")


func test_what_is_registered_for_an_agent_goes_with_it() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ended: Array[Array] = record(runtime, &"agent_terminated")
	var ada: String = runtime.spawn_agent(digger())
	equal(runtime.register_action("dig", "Digs.", {}, finds("gold"), {"agent": ada}), OK, "dig")
	runtime.terminate_agent(ada)
	await until(func() -> bool: return ended.size() == 1, "its end")
	expect_error("unregister_action: name: \"dig\" is not the name of a registered action")
	equal(runtime.unregister_action("dig", {"agent": ada}), ERR_INVALID_PARAMETER, "gone")
	equal(runtime.register_tool("dig", "Digs.", {}, finds("")), OK, "the name is free")


func test_options_that_cannot_be_meant_are_refused_with_one_error() -> void:
	var runtime: AgentRuntime = new_runtime()
	var look: Callable = finds("")
	for wrong: Array in [
		[{"agnet": "agent_001"}, "options.agnet: is not an option here"],
		[{"agent": "agent_001", "group": "a"}, "options: names both an agent and a group"],
		[{"agent": "Ada"}, "options.agent: "],
		[{"agent": 7}, "options.agent: is not the id of an agent"],
		[{"group": ""}, "options.group: is not the name of a group"],
		[{"group": 7}, "options.group: is not the name of a group"],
		[{"deadline_msec": 0}, "options.deadline_msec: is not an integer between 1 and 600000"],
		[{"deadline_msec": 600001}, "options.deadline_msec: is not an integer"],
		[{"deadline_msec": "soon"}, "options.deadline_msec: is not an integer"],
	]:
		expect_error("register_tool: " + (wrong[1] as String))
		equal(runtime.register_tool("look", "", {}, look, wrong[0] as Dictionary),
				ERR_INVALID_PARAMETER, str(wrong[0]))
	expect_error("register_action: ")
	check(runtime.register_action("look", "", {}, look, {"agent": "agent_099"}) != OK, "nobody")
	expect_error("unregister_tool: options.deadline_msec: is not an option here")
	equal(runtime.unregister_tool("look", {"deadline_msec": 5}), ERR_INVALID_PARAMETER,
			"no deadline")
	equal(runtime.register_tool("look", "", {}, look), OK, "nothing of it was registered")
	expect_error("register_action: name: is taken by a registered tool")
	equal(runtime.register_action("look", "", {}, look, {"group": "a"}), ERR_INVALID_PARAMETER,
			"for whomever it is")


func test_an_agent_must_be_there_and_so_the_runtime_must_run() -> void:
	var runtime: AgentRuntime = make_runtime()
	expect_error("register_tool: ")
	check(runtime.register_tool("dig", "", {}, finds(""), {"agent": "agent_001"}) != OK, "agent")
	equal(runtime.register_tool("dig", "", {}, finds(""), {"group": "miners"}), OK, "group")
	runtime.free()
