extends "res://addon/minds_case.gd"
## What holds for minds of a game and for what they cost: whom they think for, how long they are
## kept, and what is refused.


func test_caps_and_usage_of_all_agents_one_and_a_group_are_told_apart() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent(ADA)
	await result_of(runtime.set_mind_caps(
			{"calls": 10, "paid_calls": 4, "tokens": 900, "dollars": 0.5}))
	await result_of(runtime.set_mind_caps({"calls": 7}, ada))
	await result_of(runtime.set_mind_caps({"calls": 5}, "group:guards"))
	await result_of(runtime.set_mind_caps({"calls": 3}, "agent"))
	var total: Dictionary = await result_of(runtime.get_mind_usage())
	equal(total.account, "total", "the account of all")
	for cap: Array in [["calls", 10], ["paid_calls", 4], ["tokens", 900], ["dollars", 0.5]]:
		equal(float(total.caps[cap[0]]), float(cap[1]), "the cap of all of " + cap[0])
	for wanted: Array in [[ada, "agent:agent_001", 7], ["agent:agent_001", "agent:agent_001", 7],
			["agent_002", "agent:agent_002", 3], ["group:guards", "group:guards", 5]]:
		var usage: Dictionary = await result_of(runtime.get_mind_usage(wanted[0]))
		equal(usage.account, wanted[1], "the account of " + wanted[0])
		equal(int(usage.caps.calls), wanted[2], "the cap of " + wanted[0])
		equal(int(usage.spent.calls), 0, "what was spent by " + wanted[0])


func test_what_names_no_account_is_refused() -> void:
	var runtime: AgentRuntime = new_runtime()
	for bad: String in ["Ada", "agent:", "agent:ada", "group:", "guards", "player_0", "Total"]:
		for asked: AgentReply in [runtime.get_mind_usage(bad),
				runtime.set_mind_caps({"calls": 1}, bad)]:
			var reply: AgentReply = await completed(asked)
			equal(reply.ok, false, "ok of " + bad)
			contains(reply.message, "account: \"%s\" is not the name" % bad,
					"the error of " + bad)


func test_caps_that_are_none_are_one_error_each() -> void:
	var runtime: AgentRuntime = new_runtime()
	for bad: Array in [
		[{"dolars": 1}, "dolars: is not a field here; did you mean dollars?"],
		[{"dollars": "1"}, "dollars: is a text; give a number"],
		[{"calls": -1}, "calls: is out of range"],
		[{"calls": self}, "calls: is of type Object"],
	]:
		var reply: AgentReply = await completed(runtime.set_mind_caps(bad[0] as Dictionary))
		contains(reply.message, bad[1] as String, "message of %s" % [bad[0]])
	equal((await result_of(runtime.get_mind_usage())).caps.dollars, 1.0, "the cap as it was")


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
	for refused: Array in [["answer", thought.answer.bind("No.")],
			["stream", thought.stream.bind("N")], ["fail", thought.fail],
			["answer_tool", runtime.answer_tool.bind("call_001", 1)],
			["fail_tool", runtime.fail_tool.bind("call_001", "")],
			["complete_action", runtime.complete_action.bind("call_001", 1)]]:
		expect_error("%s: it was called on another thread than the main one; use call_deferred"
				% refused[0])
		var other := Thread.new()
		other.start(refused[1] as Callable)
		equal(other.wait_to_finish(), ERR_UNCONFIGURED, refused[0] as String)
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
	equal(runtime.register_tool("look", "", {}, maybe_more.bind(1)),
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
	var budget := "agent_runtime/events/frame_budget_usec"
	var before: Variant = ProjectSettings.get_setting(budget)
	for end: String in ["stop", "free"]:
		# To stop takes time; with all the time of the world the same frame goes on afterwards.
		ProjectSettings.set_setting(budget, 1_000_000)
		var runtime: AgentRuntime = new_runtime()
		ProjectSettings.set_setting(budget, before)
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
