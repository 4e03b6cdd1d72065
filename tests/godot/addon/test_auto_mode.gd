extends "res://addon/runtime_case.gd"
## Conversations that are led, as a game sees them.


func test_agents_are_brought_in_and_talk_in_turn_until_it_is_over() -> void:
	var runtime: AgentRuntime = new_runtime()
	var started: Array[Array] = record(runtime, &"auto_mode_started")
	var turns: Array[Array] = record(runtime, &"auto_mode_turn_changed")
	var messages: Array[Array] = record(runtime, &"agent_message")
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	var talk: String = runtime.start_auto_mode({"topic": "Is a map better than a guide?",
			"max_turns": 4, "agent_count": 2})
	check(not talk.is_empty(), "an id: " + talk)
	equal(runtime.is_auto_mode_active(), true, "active")
	var state: Dictionary = runtime.get_auto_mode_state(talk)
	equal([state.conversation_id, state.status, state.topic, state.interaction_pattern],
			[talk, "active", "Is a map better than a guide?", "walk-to-agent"], "state")
	await until(func() -> bool: return ended.size() == 1, "auto_mode_ended")
	equal(ended[0], [talk, "max_turns"], "auto_mode_ended")
	equal(started.size(), 1, "auto_mode_started")
	equal([started[0][0], started[0][2], started[0][3]],
			[talk, "Is a map better than a guide?", "walk-to-agent"], "auto_mode_started")
	var agents := started[0][1] as PackedStringArray
	equal(agents, state.agents as PackedStringArray, "agents")
	equal(agents.size(), 2, "two of them")
	equal(turns, [[talk, agents[0], 1], [talk, agents[1], 2], [talk, agents[0], 3],
			[talk, agents[1], 4]] as Array[Array], "turns")
	equal(messages.size(), 4, "messages")
	for index: int in messages.size():
		equal([messages[index][0], messages[index][2]], [agents[index % 2], talk], "who")
		check(not (messages[index][1] as String).is_empty(), "what")
	equal(runtime.is_auto_mode_active(talk), false, "over")
	state = runtime.get_auto_mode_state(talk)
	equal([state.status, state.reason, state.turn], ["ended", "max_turns", 4], "state")


func test_all_of_it_can_be_stopped_and_is_told_once() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	var one: String = runtime.start_auto_mode()
	var other: String = runtime.start_auto_mode()
	check(one != other and not other.is_empty(), "two at once")
	var known: Array = runtime.get_auto_mode_conversations().map(
			func(talk: Dictionary) -> String: return talk.conversation_id)
	equal(known, [other, one], "newest first")
	equal(runtime.stop_auto_mode(), OK, "stop_auto_mode")
	await until(func() -> bool: return ended.size() == 2, "both end")
	await frames(10)
	ended.sort()
	equal(ended, [[one, "stopped"], [other, "stopped"]] as Array[Array], "once each")
	equal(runtime.is_auto_mode_active(), false, "none goes on")
	expect_error("stop_auto_mode: conversation_id: %s is over already" % one)
	equal(runtime.stop_auto_mode(one), ERR_UNCONFIGURED, "a second time")


func test_the_project_says_how_long_it_lasts_at_the_most() -> void:
	ProjectSettings.set_setting("agent_runtime/auto_mode/duration_msec", 3000)
	var runtime: AgentRuntime = new_runtime()
	ProjectSettings.set_setting("agent_runtime/auto_mode/duration_msec", 300_000)
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	var talk: String = runtime.start_auto_mode()
	equal(runtime.get_auto_mode_state(talk).duration_ms, 3000, "duration_ms")
	check(runtime.get_auto_mode_state(talk).msec_left as int <= 3000, "msec_left")
	await until(func() -> bool: return ended.size() == 1, "auto_mode_ended")
	equal(ended[0], [talk, "timer"], "the failsafe")


func test_what_was_said_can_be_read_and_gone_on_with_in_another_run() -> void:
	var path: String = new_database()
	var runtime: AgentRuntime = new_runtime(path)
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	var messages: Array[Array] = record(runtime, &"agent_message")
	var talk: String = runtime.start_auto_mode({"max_turns": 2, "topic": "Who owns a shadow?"})
	await until(func() -> bool: return ended.size() == 1, "it ends")
	runtime.stop()
	runtime.start()
	equal(runtime.get_auto_mode_state(talk).status, "ended", "known in the next run")
	var transcript: Dictionary = await result_of(runtime.request_transcript(talk))
	contains(transcript.markdown as String, "Who owns a shadow?", "markdown")
	var lines: Array = transcript.messages
	equal(lines.map(func(line: Dictionary) -> String: return line.text),
			messages.map(func(each: Array) -> String: return each[1]), "messages")
	equal(runtime.continue_auto_mode(talk), OK, "continue_auto_mode")
	await until(func() -> bool: return ended.size() == 2, "it ends again")
	equal(ended[1], [talk, "max_turns"], "after as many turns again")
	equal(messages.size(), 4, "messages")


func test_with_a_map_they_walk_up_to_one_another_and_back_to_their_seats() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.map = AgentMap.new()
	runtime.map.size = Vector2i(12, 6)
	runtime.map.add_seat("a", Vector2i(1, 1), AgentMap.FACING_UP)
	runtime.map.add_seat("b", Vector2i(10, 4), AgentMap.FACING_UP)
	var agents: PackedStringArray = []
	for seat: String in ["a", "b"]:
		agents.append(runtime.spawn_agent({"seat": seat, "think_interval": 0, "name": seat}))
	var turns: Array[Array] = record(runtime, &"auto_mode_turn_changed")
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	runtime.start_auto_mode({"agents": agents, "max_turns": 2})
	await until(func() -> bool: return ended.size() == 1, "it ends")
	equal(turns.map(func(each: Array) -> String: return each[1]), Array(agents), "turns")
	check(arrived.size() > 0, "somebody walked")
	for seat: int in 2:
		var place := Vector2(1, 1) if seat == 0 else Vector2(10, 4)
		await until(func() -> bool: return runtime.get_agent_state(agents[seat]).position == place,
				"back on the seat")


func test_topics_to_talk_about_are_many_and_differ() -> void:
	var topics: PackedStringArray = AgentRuntime.get_auto_mode_topics()
	check(topics.size() >= 30, "at least thirty: %d" % topics.size())
	var different: Dictionary[String, bool] = {}
	for topic: String in topics:
		different[topic] = true
	equal(different.size(), topics.size(), "no two alike")


func test_what_cannot_be_is_refused_with_what_to_do() -> void:
	var runtime: AgentRuntime = new_runtime()
	expect_error("start_auto_mode: interaction_pattern: ")
	equal(runtime.start_auto_mode({"interaction_pattern": "dance"}), "", "no such pattern")
	expect_error("start_auto_mode: interaction_pattern: is meet-at-table, and there is no map")
	equal(runtime.start_auto_mode({"interaction_pattern": "meet-at-table"}), "", "no table")
	expect_error("start_auto_mode: topic: holds the end keyword [CONVERSATION_END]")
	equal(runtime.start_auto_mode({"topic": "[CONVERSATION_END]"}), "", "no topic")
	expect_error("start_auto_mode: agent_count: ")
	equal(runtime.start_auto_mode({"agent_count": 1}), "", "alone")
	expect_error("start_auto_mode: agents: there is no agent_009")
	equal(runtime.start_auto_mode({"agents": ["agent_009"]}), "", "nobody")
	expect_error("conversation_id: \"nonsense\" is not the id of a conversation")
	equal(runtime.get_auto_mode_state("nonsense"), {}, "no id")
	var reply: AgentReply = await completed(runtime.request_transcript("conversation_009"))
	contains(reply.message, "conversation_id: there is no conversation_009", "no transcript")
	equal(runtime.get_auto_mode_state("conversation_099"), {}, "no such conversation")
	equal(runtime.is_auto_mode_active(), false, "none")
