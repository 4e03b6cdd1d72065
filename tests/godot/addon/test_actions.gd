extends "res://addon/runtime_case.gd"
## What a game lets its agents do: actions with callables, and the context of their thoughts. The
## offline mind chooses actions by chance, so each case waits for one.

const DOOR: Dictionary = {
	"type": "object",
	"properties": {"door": {"enum": ["front", "back"]}},
	"required": ["door"],
}
## For cases in which a second action would print a second error: the next thought is 600 ms away.
const ONE_A_MINUTE: Dictionary = {"thoughts_per_minute": 1}


class Doors:
	extends Node

	var opened: Array[Array] = []

	func open(agent_id: String, arguments: Dictionary, call_id: String) -> Variant:
		opened.append([agent_id, arguments, call_id])
		return "The %s door is open." % arguments.door

	func open_slowly(_agent_id: String, _arguments: Dictionary, _call_id: String) -> Variant:
		await get_tree().process_frame
		await get_tree().process_frame
		return {"doors": 2}

	func return_node(_agent_id: String, _arguments: Dictionary, _call_id: String) -> Variant:
		return self

	func take_two(_agent_id: String, _arguments: Dictionary) -> void:
		pass


func test_an_action_is_called_with_what_was_chosen_and_ends_with_what_it_returns() -> void:
	var runtime: AgentRuntime = new_runtime()
	var doors := keep(Doors.new()) as Doors
	var performed: Array[Array] = record(runtime, &"action_performed")
	equal(runtime.register_action("open_door", "Opens a door.", DOOR, doors.open), OK, "register")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 1})
	await until(func() -> bool: return performed.size() > 0, "an action")
	var arguments: Dictionary = doors.opened[0][1]
	equal(doors.opened[0][0], ada, "who opens a door")
	check(arguments.door in ["front", "back"], "which")
	check((doors.opened[0][2] as String).begins_with("call_"), "the id of the call")
	var result: String = "The %s door is open." % arguments.door
	equal(performed[0], [ada, "open_door", true, result], "the end")


func test_an_action_may_be_registered_before_the_start_and_outlives_a_run() -> void:
	var runtime: AgentRuntime = make_runtime()
	var doors := keep(Doors.new()) as Doors
	equal(runtime.register_action("open_door", "Opens a door.", DOOR, doors.open), OK, "register")
	keep(runtime)
	runtime.spawn_agent({"name": "Ada", "think_interval": 1})
	await until(func() -> bool: return doors.opened.size() > 0, "an action")
	runtime.stop()
	doors.opened.clear()
	equal(runtime.start(), OK, "start")
	await until(func() -> bool: return doors.opened.size() > 0, "an action of the next run")


func test_an_action_may_end_later() -> void:
	var runtime: AgentRuntime = new_runtime()
	var calls: PackedStringArray = []
	var performed: Array[Array] = record(runtime, &"action_performed")
	runtime.register_action("wave", "Waves.", {},
			func(_agent: String, _arguments: Dictionary, id: String) -> void: calls.append(id))
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 1})
	await until(func() -> bool: return calls.size() == 1, "an action")
	await frames(10)
	equal(performed, [], "it has not ended")
	equal(runtime.complete_action(calls[0], {"hand": "left", "at": Vector2(1, 2)}), OK, "complete")
	await until(func() -> bool: return performed.size() == 1, "its end")
	equal(performed[0], [ada, "wave", true, {"hand": "left", "at": {"x": 1.0, "y": 2.0}}], "how")
	await until(func() -> bool: return calls.size() == 2, "another")
	equal(runtime.fail_action(calls[1], "The hand hurts."), OK, "fail")
	await until(func() -> bool: return performed.size() == 2, "its end")
	equal(performed[1], [ada, "wave", false, "The hand hurts."], "how")
	expect_error("complete_action: ")
	check(runtime.complete_action(calls[0]) != OK, "an action ends once")


func test_a_function_that_waits_ends_its_action_when_it_returns() -> void:
	var runtime: AgentRuntime = new_runtime()
	var doors := keep(Doors.new()) as Doors
	var performed: Array[Array] = record(runtime, &"action_performed")
	runtime.register_action("open_door", "Opens a door.", DOOR, doors.open_slowly)
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 1})
	await until(func() -> bool: return performed.size() > 0, "an action")
	equal(performed[0], [ada, "open_door", true, {"doors": 2}], "the end")


func test_an_action_without_a_callable_is_a_signal() -> void:
	var runtime: AgentRuntime = new_runtime()
	var requested: Array[Array] = record(runtime, &"action_requested")
	var performed: Array[Array] = record(runtime, &"action_performed")
	runtime.register_action("open_door", "Opens a door.", DOOR)
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 1})
	await until(func() -> bool: return requested.size() > 0, "action_requested")
	equal(requested[0].slice(1, 3), [ada, "open_door"], "who and what")
	var call_id: String = requested[0][0]
	await result_of(runtime.request(
			{"type": "action_completed", "call_id": call_id, "result": 7}))
	await until(func() -> bool: return performed.size() > 0, "its end")
	equal(performed[0], [ada, "open_door", true, 7], "how")


func test_an_action_whose_object_was_freed_has_failed_and_says_so() -> void:
	var runtime: AgentRuntime = new_runtime()
	var doors := keep(Doors.new()) as Doors
	var performed: Array[Array] = record(runtime, &"action_performed")
	runtime.register_action("open_door", "Opens a door.", DOOR, doors.open)
	doors.free()
	expect_error("the action open_door of agent_001 failed: its callable is no longer valid")
	runtime.spawn_agent({"name": "Ada", "think_interval": 1, "budget": ONE_A_MINUTE})
	await until(func() -> bool: return performed.size() > 0, "an action")
	equal(performed[0].slice(0, 3), ["agent_001", "open_door", false], "the end")
	contains(str(performed[0][3]), "no longer valid", "the reason")


func test_a_result_that_json_cannot_say_is_a_failure() -> void:
	var runtime: AgentRuntime = new_runtime()
	var doors := keep(Doors.new()) as Doors
	var performed: Array[Array] = record(runtime, &"action_performed")
	runtime.register_action("open_door", "Opens a door.", DOOR, doors.return_node)
	expect_error("the action open_door of agent_001 failed: result: is of type Object")
	runtime.spawn_agent({"name": "Ada", "think_interval": 1, "budget": ONE_A_MINUTE})
	await until(func() -> bool: return performed.size() > 0, "an action")
	equal(performed[0][2], false, "ok")
	contains(str(performed[0][3]), "is of type Object", "the reason")


func test_a_callable_may_end_the_runtime() -> void:
	var runtime: AgentRuntime = new_runtime()
	var calls: Array[String] = []
	runtime.register_action("leave", "Ends it all.", {},
			func(agent: String, _arguments: Dictionary, _call: String) -> String:
				calls.append(agent)
				runtime.free()
				return "done")
	runtime.spawn_agent({"name": "Ada", "think_interval": 1})
	await until(func() -> bool: return calls.size() > 0, "an action")
	await frames(5)
	equal(calls.size(), 1, "calls")


func test_what_cannot_be_registered_is_refused_with_one_error() -> void:
	var runtime: AgentRuntime = new_runtime()
	var doors := keep(Doors.new()) as Doors
	expect_error("register_action: name: is not the name of an action")
	equal(runtime.register_action("open door", "", {}, doors.open), ERR_INVALID_PARAMETER, "name")
	expect_error("register_action: name: is an action that every agent has already")
	equal(runtime.register_action("speak", "", {}, doors.open), ERR_INVALID_PARAMETER, "taken")
	expect_error("register_action: schema: type: ")
	equal(runtime.register_action("open", "", {"type": "text"}, doors.open), ERR_INVALID_PARAMETER,
			"schema")
	expect_error("register_action: schema.a: is of type Object")
	equal(runtime.register_action("open", "", {"a": doors}, doors.open), ERR_INVALID_PARAMETER,
			"schema that is no JSON")
	expect_error("register_action: callable: takes 2 of 3 arguments")
	equal(runtime.register_action("open", "", {}, doors.take_two), ERR_INVALID_PARAMETER,
			"callable")
	expect_error("register_action: callable: is not valid")
	equal(runtime.register_action("open", "", {}, Callable(doors, "close")), ERR_INVALID_PARAMETER,
			"no such method")
	expect_error("unregister_action: name: \"open\" is not the name of a registered action")
	equal(runtime.unregister_action("open"), ERR_INVALID_PARAMETER, "unknown")
	expect_error("fail_action: call_id: \"7\" is not the id of a call")
	equal(runtime.fail_action("7"), ERR_INVALID_PARAMETER, "call")


func test_an_action_that_was_taken_back_is_not_chosen_any_more() -> void:
	var runtime: AgentRuntime = new_runtime()
	var doors := keep(Doors.new()) as Doors
	runtime.register_action("open_door", "Opens a door.", DOOR, doors.open)
	equal(runtime.unregister_action("open_door"), OK, "unregister")
	var moved: Array[Array] = record(runtime, &"agent_moved")
	runtime.spawn_agent({"name": "Ada", "think_interval": 1})
	await until(func() -> bool: return moved.size() >= 5, "some thoughts")
	equal(doors.opened, [], "calls")


func test_the_context_provider_is_asked_before_each_thought() -> void:
	var runtime: AgentRuntime = new_runtime()
	var asked: PackedStringArray = []
	equal(runtime.set_context_provider(func(agent_id: String) -> Variant:
		asked.append(agent_id)
		if asked.size() == 1:
			return "It rains."
		return {"weather": "rain", "near": ["a well"]}), OK, "set")
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	for turn: int in 2:
		runtime.send_message(ada, "How is the weather?")
		await until(func() -> bool: return spoke.size() >= 2 * (turn + 1), "an answer")
		await until(func() -> bool:
			return runtime.get_agent_state(ada).state == AgentRuntime.STATE_IDLE, "idle")
	equal(asked, PackedStringArray([ada, ada]), "who was asked about")
	equal(runtime.set_context_provider(Callable()), OK, "take back")
	runtime.send_message(ada, "And now?")
	await until(func() -> bool: return spoke.size() >= 6, "an answer")
	equal(asked.size(), 2, "questions")


func test_without_the_context_it_asked_for_an_agent_thinks_all_the_same() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.set_context_provider(func(_agent_id: String) -> int: return 7)
	expect_error("the context of agent_001 failed: the context provider returned neither")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	runtime.send_message(ada, "How is the weather?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	expect_error("set_context_provider: callable: is not valid")
	equal(runtime.set_context_provider(Callable(runtime, "no_such_method")), ERR_INVALID_PARAMETER,
			"no such method")
