extends "res://addon/runtime_case.gd"
## Minds that a game brings along: by a function, or by a resource whose script extends AgentMind.

const PROJECT_TIMEOUT := "agent_runtime/minds/game/total_timeout"
## Only thinks about what it is told.
const ADA: Dictionary = {"name": "Ada", "role": "gardener", "think_interval": 0}


class SlowMind:
	extends AgentMind

	var thoughts: Array[AgentThought] = []
	var cancelled: Array[AgentThought] = []

	func _think(thought: AgentThought) -> void:
		thoughts.append(thought)

	func _cancel(thought: AgentThought) -> void:
		cancelled.append(thought)


class WaitingMind:
	extends AgentMind

	var tree: SceneTree

	func _think(thought: AgentThought) -> void:
		await tree.process_frame
		await tree.process_frame
		thought.answer("After two frames.")


class Thoughtless:
	extends AgentMind


func ada_with(mind: Variant, more: Dictionary = {}) -> Dictionary:
	return ADA.merged({"mind": mind}).merged(more)


## Waits until [param mind] has begun its thought of that number, and returns it.
func thought_of(mind: SlowMind, number: int) -> AgentThought:
	await until(func() -> bool: return mind.thoughts.size() > number, "thought %d" % number)
	return mind.thoughts[number]


func test_a_function_answers_with_what_it_returns() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var thoughts: Array[AgentThought] = []
	var ada: String = runtime.spawn_agent(ada_with(func(thought: AgentThought) -> String:
		thoughts.append(thought)
		return "Water them in the morning."))
	runtime.send_message(ada, "How do I grow tomatoes?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(spoke[1], [ada, "Water them in the morning.", PackedStringArray(["player_0"])], "said")
	equal(thoughts[0].agent_id, ada, "who thinks")
	contains(thoughts[0].prompt.system as String, "gardener", "the system prompt")
	contains(thoughts[0].get_last_message(), "How do I grow tomatoes?", "the last message")
	check(not thoughts[0].is_open() and not thoughts[0].is_cancelled(), "it has been answered")


func test_a_function_that_waits_answers_with_what_it_returns_at_last() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var ada: String = runtime.spawn_agent(ada_with(func(_thought: AgentThought) -> String:
		await tree.process_frame
		await tree.process_frame
		return "At last."))
	runtime.send_message(ada, "Well?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(spoke[1][1], "At last.", "said")


func test_a_resource_answers_later() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "Well?")
	var thought: AgentThought = await thought_of(mind, 0)
	await frames(10)
	check(thought.is_open(), "it waits")
	equal(thought.answer("Now."), OK, "answer")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(spoke[1][1], "Now.", "said")
	expect_error("answer: the thought has ended already")
	equal(thought.answer("And again."), ERR_UNCONFIGURED, "a second answer")


func test_a_resource_of_an_agent_config_may_wait() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var config := AgentConfig.new()
	var mind := WaitingMind.new()
	mind.tree = tree
	config.mind = mind
	config.think_interval = 0.0
	equal(config.to_dictionary().cli_backend, "game", "backend")
	var ada: String = runtime.spawn_agent(config)
	runtime.send_message(ada, "Well?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(spoke[1][1], "After two frames.", "said")


func test_an_answer_may_be_an_action() -> void:
	var runtime: AgentRuntime = new_runtime()
	var moved: Array[Array] = record(runtime, &"agent_moved")
	var ada: String = runtime.spawn_agent(ada_with(func(_thought: AgentThought) -> Dictionary:
		return {"action": "move", "x": 3, "y": 4}))
	runtime.send_message(ada, "Come here!")
	await until(func() -> bool: return moved.size() > 0, "agent_moved")
	equal(moved[0], [ada, Vector2.ZERO, Vector2(3, 4)], "where")


func test_words_are_shown_as_they_come() -> void:
	var runtime: AgentRuntime = new_runtime()
	var streamed: Array[Array] = record(runtime, &"agent_text_streamed")
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "Well?")
	var thought: AgentThought = await thought_of(mind, 0)
	equal(thought.stream("Once upon "), OK, "stream")
	await until(func() -> bool: return streamed.size() == 1, "the first words")
	equal(thought.stream("a time."), OK, "stream")
	await until(func() -> bool: return streamed.size() == 2, "the next words")
	equal(streamed, [[ada, "Once upon ", true], [ada, "a time.", false]], "streamed")
	equal(spoke.size(), 1, "nothing is said yet")
	thought.answer("Once upon a time.")
	await until(func() -> bool: return spoke.size() >= 2, "the speech")
	equal(spoke[1][1], "Once upon a time.", "said")


func test_a_mind_may_fail() -> void:
	var runtime: AgentRuntime = new_runtime()
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	var ada: String = runtime.spawn_agent(ada_with(func(thought: AgentThought) -> void:
		thought.fail("The oracle sleeps.")))
	runtime.send_message(ada, "Well?")
	await until(func() -> bool: return failed.size() > 0, "agent_mind_failed")
	equal(failed[0].slice(0, 2), [ada, "program_failed"], "who and how")
	contains(failed[0][2] as String, "The oracle sleeps.", "why")


func test_a_thought_is_cancelled_with_its_agent() -> void:
	var runtime: AgentRuntime = new_runtime()
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "Well?")
	var thought: AgentThought = await thought_of(mind, 0)
	var told: Array[Array] = record(thought, &"cancelled")
	runtime.terminate_agent(ada)
	await until(func() -> bool: return thought.is_cancelled(), "it is cancelled")
	equal(told.size(), 1, "signals")
	equal(mind.cancelled, [thought] as Array[AgentThought], "calls of _cancel")
	equal(thought.answer("Too late."), ERR_UNAVAILABLE, "an answer")
	equal(thought.stream("Too late."), ERR_UNAVAILABLE, "a part of one")


func test_who_is_spoken_to_again_thinks_anew() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "How do I grow tomatoes?")
	var first: AgentThought = await thought_of(mind, 0)
	runtime.send_message(ada, "No, potatoes!")
	var second: AgentThought = await thought_of(mind, 1)
	await until(func() -> bool: return first.is_cancelled(), "the first is cancelled")
	contains(str(second.prompt), "potatoes", "what it is asked")
	second.answer("Potatoes, then.")
	await until(func() -> bool: return spoke.size() >= 3, "an answer")
	equal(spoke[2][1], "Potatoes, then.", "said")


func test_a_stop_cancels_what_is_thought() -> void:
	var runtime: AgentRuntime = new_runtime()
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "Well?")
	var thought: AgentThought = await thought_of(mind, 0)
	runtime.stop()
	check(thought.is_cancelled(), "it is cancelled at once")
	equal(mind.cancelled.size(), 1, "calls of _cancel")
	equal(thought.answer("Too late."), ERR_UNAVAILABLE, "an answer")
	equal(runtime.start(), OK, "start")
	equal(thought.answer("In another run."), ERR_UNAVAILABLE, "an answer in the next run")


func test_a_mind_that_never_answers_has_failed_when_time_is_up() -> void:
	var before: Variant = ProjectSettings.get_setting(PROJECT_TIMEOUT)
	ProjectSettings.set_setting(PROJECT_TIMEOUT, 0.2)
	var runtime: AgentRuntime = new_runtime()
	ProjectSettings.set_setting(PROJECT_TIMEOUT, before)
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "Well?")
	var thought: AgentThought = await thought_of(mind, 0)
	await until(func() -> bool: return failed.size() > 0, "agent_mind_failed")
	equal(failed[0].slice(0, 2), [ada, "total_timeout"], "who and how")
	await until(func() -> bool: return thought.is_cancelled(), "the thought is told")


func test_one_mind_thinks_for_all_that_have_none_of_their_own() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	equal(runtime.set_agent_mind("", func(thought: AgentThought) -> String:
		return "I am " + thought.agent_id), OK, "set")
	var ada: String = runtime.spawn_agent(ADA.merged({"cli_backend": "game"}))
	var bea: String = runtime.spawn_agent(
			ada_with(func(_thought: AgentThought) -> String: return "I am special."))
	runtime.send_message(ada, "Who are you?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(spoke[1].slice(0, 2), [ada, "I am agent_001"], "the mind of all")
	runtime.send_message(bea, "Who are you?")
	await until(func() -> bool: return spoke.size() >= 4, "an answer")
	equal(spoke[3].slice(0, 2), [bea, "I am special."], "a mind of its own")


func test_without_a_mind_a_thought_fails_and_says_what_to_do() -> void:
	var runtime: AgentRuntime = new_runtime()
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	expect_error("the mind of agent_001 failed: it has the backend game, but no mind was set")
	var ada: String = runtime.spawn_agent(ADA.merged({"cli_backend": "game"}))
	runtime.send_message(ada, "Well?")
	await until(func() -> bool: return failed.size() > 0, "agent_mind_failed")
	contains(failed[0][2] as String, "call set_agent_mind", "what to do")


func test_what_is_no_answer_is_refused_and_the_thought_stays_open() -> void:
	var runtime: AgentRuntime = new_runtime()
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "Well?")
	var thought: AgentThought = await thought_of(mind, 0)
	for bad: Array in [
		[7, "answer: is neither a String nor a Dictionary"],
		["  ", "answer: has no words"],
		[{"action": "dance"}, "answer: "],
		[{"words": "Hello"}, "answer: "],
		[{"action": "speak", "content": runtime}, "answer.content: is of type Object"],
	]:
		expect_error("answer: " + (bad[1] as String))
		equal(thought.answer(bad[0]), ERR_INVALID_PARAMETER, "answer %s" % [bad])
		check(thought.is_open(), "it stays open after %s" % [bad])
	equal(thought.answer({"action": "wait"}), OK, "an answer")


func test_what_a_function_returns_that_is_no_answer_is_a_failure() -> void:
	var runtime: AgentRuntime = new_runtime()
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	expect_error("answer: answer: is neither a String nor a Dictionary")
	var ada: String = runtime.spawn_agent(ada_with(func(_thought: AgentThought) -> int: return 7))
	runtime.send_message(ada, "Well?")
	await until(func() -> bool: return failed.size() > 0, "agent_mind_failed")
	equal(failed[0].slice(0, 2), [ada, "program_failed"], "who and how")


func test_what_is_no_mind_is_refused_with_one_error() -> void:
	var runtime: AgentRuntime = new_runtime()
	expect_error("set_agent_mind: mind: is neither an AgentMind nor a Callable")
	equal(runtime.set_agent_mind("agent_001", 7), ERR_INVALID_PARAMETER, "a number")
	expect_error("set_agent_mind: mind: has no script with a method _think")
	equal(runtime.set_agent_mind("agent_001", Thoughtless.new()), ERR_INVALID_PARAMETER,
			"a resource that cannot think")
	expect_error("set_agent_mind: callable: is not valid")
	equal(runtime.set_agent_mind("agent_001", Callable(runtime, "no_such_method")),
			ERR_INVALID_PARAMETER, "no such method")
	expect_error("set_agent_mind: agent_id: \"Ada\" is not the id of an agent")
	equal(runtime.set_agent_mind("Ada", SlowMind.new()), ERR_INVALID_PARAMETER, "no id")
	expect_error("spawn_agent: mind: is neither an AgentMind nor a Callable")
	equal(runtime.spawn_agent({"name": "Ada", "mind": 7}), "", "spawn")
	equal(runtime.set_agent_mind("agent_001", null), OK, "to take back what is not there")


func test_a_mind_may_end_the_runtime() -> void:
	var runtime: AgentRuntime = new_runtime()
	var thoughts: Array[AgentThought] = []
	var ada: String = runtime.spawn_agent(ada_with(func(thought: AgentThought) -> String:
		thoughts.append(thought)
		runtime.free()
		return "The end."))
	runtime.send_message(ada, "Well?")
	await until(func() -> bool: return thoughts.size() > 0, "a thought")
	await frames(5)
	check(thoughts[0].is_cancelled(), "nobody waits for the answer")


func test_the_last_prompt_can_be_looked_at() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "How do I grow tomatoes?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	var prompt: Dictionary = runtime.get_last_prompt(ada)
	contains(prompt.system as String, "gardener", "the system prompt")
	contains(str(prompt.messages), "How do I grow tomatoes?", "the messages")
	check((prompt.parts as Array).size() > 0, "its parts")
	expect_error("get_last_prompt: agent_id: there is no agent agent_009")
	equal(runtime.get_last_prompt("agent_009"), {}, "nobody's prompt")


func test_attention_is_a_number_that_is_not_negative() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent(ADA)
	equal(runtime.set_attention(ada, 2.5), OK, "attention")
	expect_error("set_attention: weight: ")
	equal(runtime.set_attention(ada, -1.0), ERR_INVALID_PARAMETER, "less than none")
	expect_error("set_attention: weight: ")
	equal(runtime.set_attention(ada, NAN), ERR_INVALID_PARAMETER, "not a number")
	expect_error("set_attention: agent_id: there is no agent agent_009")
	equal(runtime.set_attention("agent_009", 1.0), ERR_DOES_NOT_EXIST, "nobody")


## Asks with [param ask], and returns the result of the reply.
func result_of(runtime: AgentRuntime, ask: Callable) -> Dictionary:
	var replies: Array[Array] = record(runtime, &"request_completed")
	var reply: Dictionary = ask.call()
	if not reply.has("ok"):
		await until(func() -> bool: return replies.any(func(each: Array) -> bool:
				return each[0] == reply.request_id), "the reply")
		reply = replies.filter(func(each: Array) -> bool:
				return each[0] == reply.request_id)[0][2]
	equal(reply.get("ok"), true, "ok of %s" % [reply])
	return reply.get("result", {})


func test_caps_and_usage_of_all_agents_one_and_a_group_are_told_apart() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent(ADA)
	await result_of(runtime, runtime.set_mind_caps.bind(
			{"calls": 10, "paid_calls": 4, "tokens": 900, "dollars": 0.5}))
	await result_of(runtime, runtime.set_mind_caps.bind({"calls": 7}, ada))
	await result_of(runtime, runtime.set_mind_caps.bind({"calls": 5}, "group:guards"))
	await result_of(runtime, runtime.set_mind_caps.bind({"calls": 3}, "agent"))
	var total: Dictionary = await result_of(runtime, runtime.get_mind_usage)
	equal(total.account, "total", "the account of all")
	for cap: Array in [["calls", 10], ["paid_calls", 4], ["tokens", 900], ["dollars", 0.5]]:
		equal(float(total.caps[cap[0]]), float(cap[1]), "the cap of all of " + cap[0])
	for wanted: Array in [[ada, "agent:agent_001", 7], ["agent:agent_001", "agent:agent_001", 7],
			["agent_002", "agent:agent_002", 3], ["group:guards", "group:guards", 5]]:
		var usage: Dictionary = await result_of(runtime, runtime.get_mind_usage.bind(wanted[0]))
		equal(usage.account, wanted[1], "the account of " + wanted[0])
		equal(int(usage.caps.calls), wanted[2], "the cap of " + wanted[0])
		equal(int(usage.spent.calls), 0, "what was spent by " + wanted[0])


func test_what_names_no_account_is_refused() -> void:
	var runtime: AgentRuntime = new_runtime()
	for bad: String in ["Ada", "agent:", "agent:ada", "group:", "guards", "player_0", "Total"]:
		for reply: Dictionary in [runtime.get_mind_usage(bad),
				runtime.set_mind_caps({"calls": 1}, bad)]:
			equal(reply.ok, false, "ok of " + bad)
			contains(reply.error.message as String, "account: \"%s\" is not the name" % bad,
					"the error of " + bad)


func test_a_mind_for_an_agent_with_another_backend_is_refused() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spawned: Array[Array] = record(runtime, &"agent_spawned")
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(ADA)
	expect_error("set_agent_mind: agent_id: agent_001 has the backend offline, so that no mind")
	equal(runtime.set_agent_mind(ada, mind), ERR_UNCONFIGURED, "at once")
	await until(func() -> bool: return spawned.size() == 1, "agent_spawned")
	expect_error("spawn it with \"cli_backend\": \"game\"")
	equal(runtime.set_agent_mind(ada, mind), ERR_UNCONFIGURED, "later")
	equal(runtime.set_agent_mind(ada, null), OK, "to take back")
	var bea: String = runtime.spawn_agent(ADA.merged({"cli_backend": "game"}))
	equal(runtime.set_agent_mind(bea, mind), OK, "the backend game")


func test_an_agent_of_a_config_has_the_default_backend_of_the_project() -> void:
	var setting := "agent_runtime/minds/default_backend"
	var before: Variant = ProjectSettings.get_setting(setting)
	ProjectSettings.set_setting(setting, "game")
	var runtime: AgentRuntime = new_runtime()
	ProjectSettings.set_setting(setting, before)
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(AgentConfig.new())
	equal(runtime.set_agent_mind(ada, mind), OK, "set")
	runtime.send_message(ada, "Well?")
	equal((await thought_of(mind, 0)).agent_id, ada, "who thinks")


func test_a_mind_is_forgotten_with_its_agent() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ended: Array[Array] = record(runtime, &"agent_terminated")
	var mind := SlowMind.new()
	var kept: WeakRef = weakref(mind)
	var ada: String = runtime.spawn_agent(ada_with(mind))
	mind = null
	check(kept.get_ref() != null, "it is kept")
	runtime.terminate_agent(ada)
	await until(func() -> bool: return ended.size() == 1, "agent_terminated")
	check(kept.get_ref() == null, "it is forgotten")


func test_without_storage_a_mind_does_not_go_to_the_next_of_that_id() -> void:
	var runtime: AgentRuntime = make_runtime()
	runtime.storage_enabled = false
	keep(runtime)
	var mind := SlowMind.new()
	var kept: WeakRef = weakref(mind)
	equal(runtime.spawn_agent(ada_with(mind)), "agent_001", "the first")
	mind = null
	runtime.stop()
	equal(runtime.start(), OK, "start")
	check(kept.get_ref() == null, "it is forgotten")


func test_what_is_answered_on_another_thread_is_refused() -> void:
	var runtime: AgentRuntime = new_runtime()
	var mind := SlowMind.new()
	var ada: String = runtime.spawn_agent(ada_with(mind))
	runtime.send_message(ada, "Well?")
	var thought: AgentThought = await thought_of(mind, 0)
	for call: Array in [["answer", thought.answer.bind("No.")], ["stream", thought.stream.bind("N")],
			["fail", thought.fail], ["answer_tool", runtime.answer_tool.bind("call_001", 1)],
			["fail_tool", runtime.fail_tool.bind("call_001", "")],
			["complete_action", runtime.complete_action.bind("call_001", 1)]]:
		expect_error("%s: it was called on another thread than the main one; use call_deferred"
				% call[0])
		var thread := Thread.new()
		thread.start(call[1] as Callable)
		equal(thread.wait_to_finish(), ERR_UNCONFIGURED, call[0] as String)
	check(thought.is_open(), "it stays open")
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var thread := Thread.new()
	thread.start(func() -> void: thought.answer.call_deferred("Yes."))
	thread.wait_to_finish()
	await until(func() -> bool: return not spoke.is_empty() and spoke[-1][1] == "Yes.", "an answer")


## Functions that are no lambdas, whose arguments can be counted.
func no_thought() -> String:
	return ""


func two_thoughts(_one: AgentThought, _two: AgentThought) -> String:
	return ""


func maybe_more(_thought: AgentThought, _more: int = 0) -> String:
	return "With more."


func test_a_function_with_other_arguments_is_refused_where_that_is_known() -> void:
	var runtime: AgentRuntime = new_runtime()
	for bad: Array in [[func() -> String: return "", "takes 0 of 1"], [no_thought, "takes 0 of 1"],
			[two_thoughts, "wants 2 arguments, and gets 1"]]:
		expect_error("set_agent_mind: callable: " + (bad[1] as String))
		equal(runtime.set_agent_mind("", bad[0]), ERR_INVALID_PARAMETER, bad[1] as String)
	expect_error("register_tool: callable: takes 1 of 3 arguments")
	equal(runtime.register_tool("look", "", {}, maybe_more.unbind(0).bind(1)),
			ERR_INVALID_PARAMETER, "a tool")
	equal(runtime.set_agent_mind("", maybe_more), OK, "one that can be left out")


func test_a_function_that_cannot_be_called_fails_at_once() -> void:
	var runtime: AgentRuntime = new_runtime()
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	var ada: String = runtime.spawn_agent(
			ada_with(func(_one: AgentThought, _two: int) -> String: return ""))
	expect_error("the mind of agent_001 failed: its callable takes 2 arguments, and gets 1")
	runtime.send_message(ada, "Well?")
	await until(func() -> bool: return failed.size() > 0, "agent_mind_failed")
	equal(failed[0].slice(0, 2), [ada, "program_failed"], "who and how")


func test_nothing_is_shown_of_a_stream_after_the_runtime_was_stopped_or_freed() -> void:
	for end: String in ["stop", "free"]:
		var runtime: AgentRuntime = new_runtime()
		var streamed: Array[Array] = record(runtime, &"agent_text_streamed")
		var mind := SlowMind.new()
		var ada: String = runtime.spawn_agent(ada_with(mind))
		runtime.send_message(ada, "Well?")
		var thought: AgentThought = await thought_of(mind, 0)
		# The words that wait when she is asked are shown in the same frame, if at all.
		var shown: Array[int] = []
		var bea: String = runtime.spawn_agent(ada_with(func(_thought: AgentThought) -> void:
			runtime.call(end)
			shown.append(streamed.size())))
		runtime.send_message(bea, "Well?")
		await until(func() -> bool:
			thought.stream("word ")
			OS.delay_msec(1)
			return not shown.is_empty(), "the end by " + end)
		await frames(5)
		equal(streamed.size(), shown[0], "shown after " + end)
