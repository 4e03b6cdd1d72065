extends "res://addon/minds_case.gd"
## Minds that a game brings along: by a function, or by a resource whose script extends AgentMind.

const PROJECT_TIMEOUT := "agent_runtime/minds/game/total_timeout"


class WaitingMind:
	extends AgentMind

	var tree: SceneTree

	func _think(thought: AgentThought) -> void:
		await tree.process_frame
		await tree.process_frame
		thought.answer("After two frames.")


class Thoughtless:
	extends AgentMind


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
	equal(thoughts[0].account, "agent:" + ada, "who pays")
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


func test_a_test_asks_whether_all_steps_of_its_scripts_were_used() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var ada: String = runtime.spawn_agent({"name": "Ada", "cli_backend": "scripted",
			"mind_options": {"script": ["One.", "Two."]}})
	equal(runtime.get_unused_script_steps(), PackedStringArray([
		ada + ': step 1 of 2, say "One."', ada + ': step 2 of 2, say "Two."']), "before")
	runtime.send_message(ada, "Well?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	runtime.send_message(ada, "And?")
	await until(func() -> bool: return spoke.size() >= 4, "another answer")
	equal(runtime.get_unused_script_steps(), PackedStringArray(), "after")


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
	expect_error("the mind of agent_001 failed: the backend game is asked, but no mind was set")
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
