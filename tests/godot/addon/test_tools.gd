extends "res://addon/runtime_case.gd"
## Tools that a game gives its minds. The mind of these cases uses the tool it is told to, and says
## what came of it.

const PRICE: Dictionary = {
	"type": "object",
	"properties": {"good": {"type": "string"}},
	"required": ["good"],
}


## Asks for one tool, and then says what it was told.
class Buyer:
	extends AgentMind

	var tool: String = "look_up_price"
	var arguments: Dictionary = {"good": "bread"}
	var thoughts: int = 0

	func _think(thought: AgentThought) -> void:
		thoughts += 1
		var told: int = thought.get_last_message().find("\nYou have used " + tool)
		if told >= 0:
			thought.answer(thought.get_last_message().substr(told))
		else:
			thought.answer(
					{"action": "use_tools", "calls": [{"name": tool, "arguments": arguments}]})


## Asks for the same again and again.
class Stubborn:
	extends Buyer

	func _think(thought: AgentThought) -> void:
		thoughts += 1
		thought.answer({"action": "use_tools", "calls": [{"name": tool, "arguments": arguments}]})


func ada_with(mind: AgentMind) -> Dictionary:
	return {"name": "Ada", "think_interval": 0, "mind": mind}


func test_a_mind_is_told_what_a_tool_returns() -> void:
	var runtime: AgentRuntime = new_runtime()
	var calls: Array[Array] = []
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var used: Array[Array] = record(runtime, &"tool_used")
	equal(runtime.register_tool("look_up_price", "Tells what a good costs.", PRICE,
			func(agent_id: String, arguments: Dictionary, call_id: String) -> Variant:
				calls.append([agent_id, arguments, call_id.begins_with("call_")])
				return "three coins"), OK, "register")
	var ada: String = runtime.spawn_agent(ada_with(Buyer.new()))
	runtime.send_message(ada, "What does bread cost?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(calls, [[ada, {"good": "bread"}, true]], "calls of the tool")
	contains(spoke[1][1] as String, "three coins", "what is said")
	equal(used[0].slice(0, 3), [ada, "look_up_price", true], "tool_used")


func test_a_tool_may_answer_later_or_fail() -> void:
	var runtime: AgentRuntime = new_runtime()
	var calls: PackedStringArray = []
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.register_tool("look_up_price", "Tells what a good costs.", PRICE,
			func(_agent: String, _arguments: Dictionary, call_id: String) -> void:
				calls.append(call_id))
	var ada: String = runtime.spawn_agent(ada_with(Buyer.new()))
	runtime.send_message(ada, "What does bread cost?")
	await until(func() -> bool: return calls.size() == 1, "a call")
	await frames(10)
	equal(spoke.size(), 1, "it waits")
	equal(runtime.answer_tool(calls[0], {"coins": 4}), OK, "answer")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	contains(spoke[1][1] as String, "4", "what is said")
	expect_error("answer_tool: ")
	check(runtime.answer_tool(calls[0], 5) != OK, "a tool answers once")
	runtime.send_message(ada, "And now?")
	await until(func() -> bool: return calls.size() == 2, "another call")
	equal(runtime.fail_tool(calls[1], "The shop is closed."), OK, "fail")
	await until(func() -> bool: return spoke.size() >= 4, "an answer")
	contains(spoke[3][1] as String, "The shop is closed.", "what is said")


func test_a_function_that_waits_is_a_tool_too() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.register_tool("look_up_price", "Tells what a good costs.", PRICE,
			func(_agent: String, _arguments: Dictionary, _call_id: String) -> String:
				await tree.process_frame
				return "five coins")
	var ada: String = runtime.spawn_agent(ada_with(Buyer.new()))
	runtime.send_message(ada, "What does bread cost?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	contains(spoke[1][1] as String, "five coins", "what is said")


func test_arguments_that_do_not_fit_reach_the_mind_and_not_the_game() -> void:
	var runtime: AgentRuntime = new_runtime()
	var calls: Array[String] = []
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.register_tool("look_up_price", "Tells what a good costs.", PRICE,
			func(agent: String, _arguments: Dictionary, _call_id: String) -> String:
				calls.append(agent)
				return "")
	var mind := Buyer.new()
	mind.arguments = {"good": 7}
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "What does bread cost?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(calls, [] as Array[String], "calls of the tool")
	contains(spoke[1][1] as String, "good", "what the mind was told")


func test_the_same_call_again_and_again_ends_the_turn() -> void:
	var runtime: AgentRuntime = new_runtime()
	var calls: Array[String] = []
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	runtime.register_tool("look_up_price", "Tells what a good costs.", PRICE,
			func(agent: String, _arguments: Dictionary, _call_id: String) -> String:
				calls.append(agent)
				return "three coins")
	var ada: String = runtime.spawn_agent(ada_with(Stubborn.new()))
	runtime.send_message(ada, "What does bread cost?")
	await until(func() -> bool: return failed.size() > 0, "the end")
	equal(failed[0].slice(0, 2), [ada, "tool_loop"], "who and how")
	equal(calls.size(), 1, "calls of the tool")


func test_a_tool_that_was_taken_back_while_it_was_wanted_has_failed() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var calls: PackedStringArray = []
	runtime.register_tool("look_up_price", "Tells what a good costs.", PRICE,
			func(_agent: String, _arguments: Dictionary, call_id: String) -> void:
				calls.append(call_id))
	var ada: String = runtime.spawn_agent(ada_with(Buyer.new()))
	runtime.send_message(ada, "What does bread cost?")
	await until(func() -> bool: return calls.size() == 1, "a call")
	equal(runtime.unregister_tool("look_up_price"), OK, "unregister")
	equal(runtime.answer_tool(calls[0], "six coins"), OK, "what is open may still be answered")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	contains(spoke[1][1] as String, "six coins", "what is said")
	runtime.send_message(ada, "And now?")
	await until(func() -> bool: return spoke.size() >= 4, "an answer")
	contains(spoke[3][1] as String, "look_up_price", "the mind is told that there is no such tool")
	equal(calls.size(), 1, "calls of the tool")


func test_a_result_that_json_cannot_say_is_a_failure_that_the_mind_is_told() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.register_tool("look_up_price", "Tells what a good costs.", PRICE,
			func(_agent: String, _arguments: Dictionary, _call_id: String) -> Variant:
				return runtime)
	expect_error("the tool look_up_price of agent_001 failed: result: is of type Object")
	var ada: String = runtime.spawn_agent(ada_with(Buyer.new()))
	runtime.send_message(ada, "What does bread cost?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	contains(spoke[1][1] as String, "is of type Object", "what the mind was told")


func test_what_cannot_be_registered_is_refused_with_one_error() -> void:
	var runtime: AgentRuntime = new_runtime()
	var look: Callable = func(_a: String, _b: Dictionary, _c: String) -> String: return ""
	expect_error("register_tool: name: is an action that every agent has already")
	equal(runtime.register_tool("speak", "", {}, look), ERR_INVALID_PARAMETER, "built in")
	runtime.register_action("open_door", "Opens a door.", {}, look)
	expect_error("register_tool: name: is taken by a registered action")
	equal(runtime.register_tool("open_door", "", {}, look), ERR_INVALID_PARAMETER, "an action")
	runtime.register_tool("look", "Looks.", {}, look)
	expect_error("register_action: name: is taken by a registered tool")
	equal(runtime.register_action("look", "", {}, look), ERR_INVALID_PARAMETER, "a tool")
	expect_error("register_tool: callable: is not valid")
	equal(runtime.register_tool("smell", "", {}, Callable()), ERR_INVALID_PARAMETER, "no callable")
	expect_error("register_tool: schema: type: ")
	equal(runtime.register_tool("smell", "", {"type": "text"}, look), ERR_INVALID_PARAMETER,
			"schema")
	expect_error("unregister_tool: name: \"smell\" is not the name of a registered tool")
	equal(runtime.unregister_tool("smell"), ERR_INVALID_PARAMETER, "unknown")
	expect_error("answer_tool: call_id: \"7\" is not the id of a call")
	equal(runtime.answer_tool("7", 1), ERR_INVALID_PARAMETER, "call")
