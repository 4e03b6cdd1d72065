extends "res://addon/runtime_case.gd"
## Handles of agents: who they are, whom they outlive, and who holds them.

const ADA := {"key": "ada", "name": "Ada", "role": "gardener", "think_interval": 0,
		"initial_position": Vector2(3, 4)}


func test_a_handle_says_who_an_agent_is_and_what_it_does() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.paused = true
	runtime.spawn_agent(ADA)
	var ada: AgentHandle = runtime.get_agent("agent_001")
	equal([ada.id, ada.number, ada.key, ada.display_name, ada.role],
			["agent_001", 1, "ada", "Ada", "gardener"], "who")
	equal([ada.is_alive(), ada.is_player()], [true, false], "what it is")
	equal(ada.runtime, runtime, "where")
	equal(str(ada), "<AgentHandle agent_001 \"Ada\">", "as text")
	runtime.paused = false
	await until(func() -> bool: return ada.state == AgentHandle.STATE_IDLE, "it lives")
	equal(ada.state_name, "idle", "state_name")
	equal(ada.position, Vector2(3, 4), "position")
	runtime.request({"type": "move_request", "agent_id": ada.id, "position": Vector2(5, 6)})
	await until(func() -> bool: return ada.position == Vector2(5, 6), "the new position")
	runtime.send_message(ada.id, "How do I grow tomatoes?")
	await until(func() -> bool: return ada.state == AgentHandle.STATE_THINKING, "it thinks")
	equal(ada.state_name, "thinking", "state_name")


func test_an_agent_that_does_not_live_yet_is_pending() -> void:
	var runtime: AgentRuntime = new_runtime()
	var handle: AgentHandle = runtime.get_agent(runtime.spawn_agent({"name": "Ada"}))
	check(handle.state in [AgentHandle.STATE_PENDING, AgentHandle.STATE_IDLE], "pending, or idle")
	check(handle.is_alive(), "it counts as alive")
	await until(func() -> bool: return handle.state != AgentHandle.STATE_PENDING, "it lives")


func test_nobody_has_no_handle_and_to_ask_is_no_mistake() -> void:
	var runtime: AgentRuntime = new_runtime()
	for nobody: String in ["agent_001", "ada", "", "Ada!", "agent_", "agent_99999999999"]:
		check(runtime.get_agent(nobody) == null, "of " + nobody)
	runtime.stop()
	check(runtime.get_agent("player_0") == null, "while nothing runs")


func test_a_player_has_a_handle() -> void:
	var runtime: AgentRuntime = new_runtime()
	var player: AgentHandle = runtime.get_agent("player_0")
	equal([player.id, player.number, player.key, player.display_name],
			["player_0", 0, "", "Player"], "who")
	equal([player.is_player(), player.is_alive()], [true, true], "what it is")
	equal(player.state, AgentHandle.STATE_IDLE, "state")
	equal(runtime.get_agent("player_0"), player, "the same again")
	check(runtime.get_agent("player_1") != player, "another player")


func test_while_an_agent_lives_everybody_gets_the_same_handle() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.spawn_agent(ADA)
	var by_id: AgentHandle = runtime.get_agent("agent_001")
	var by_key: AgentHandle = runtime.get_agent("ada")
	equal(by_id, by_key, "by id and by key")
	var known: Dictionary[AgentHandle, String] = {by_id: "Ada"}
	equal(known.get(by_key), "Ada", "as the key of a dictionary")
	by_id.set_meta(&"likes", "tea")
	by_id = null
	by_key = null
	known.clear()
	await frames(3)
	equal(runtime.get_agent("ada").get_meta(&"likes"), "tea", "though nobody held it meanwhile")


func test_a_key_that_looks_like_an_id_is_refused() -> void:
	var runtime: AgentRuntime = new_runtime()
	for key: String in ["agent_007", "player_0"]:
		expect_error("spawn_agent: agent_config.key: \"%s\" looks like an id" % key)
		equal(runtime.spawn_agent({"key": key}), "", key)


func test_the_signals_of_a_handle_come_though_nobody_holds_it() -> void:
	var runtime: AgentRuntime = new_runtime()
	var reasons: PackedStringArray = []
	runtime.spawn_agent(ADA)
	runtime.get_agent("ada").terminated.connect(func(reason: String) -> void:
		reasons.append(reason))
	runtime.terminate_agent("agent_001")
	await until(func() -> bool: return not reasons.is_empty(), "terminated")
	await frames(5)
	equal(reasons, PackedStringArray(["asked to"]), "once")


func test_an_ended_handle_harms_nobody() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.spawn_agent(ADA)
	var ada: AgentHandle = runtime.get_agent("ada")
	var ended: Array[Array] = record(ada, &"terminated")
	runtime.terminate_agent(ada.id)
	await until(func() -> bool: return ended.size() == 1, "terminated")
	equal([ada.id, ada.number, ada.key, ada.display_name, ada.role],
			["agent_001", 1, "ada", "Ada", "gardener"], "who it was")
	equal([ada.is_alive(), ada.state, ada.state_name],
			[false, AgentHandle.STATE_TERMINATED, "terminated"], "what it is")
	check(runtime.get_agent("agent_001") == null, "nobody lives under the id")
	runtime.spawn_agent(ADA)
	var next: AgentHandle = runtime.get_agent("ada")
	equal([next.id, next == ada], ["agent_002", false], "another agent, another handle")


func test_a_handle_that_a_lambda_of_its_own_holds_is_freed() -> void:
	var runtime: AgentRuntime = new_runtime()
	var endings: Array[Callable] = [
		func() -> void: runtime.terminate_agent("agent_001"),
		func() -> void: runtime.stop(),
	]
	for end: Callable in endings:
		runtime.spawn_agent(ADA)
		var kept: WeakRef = _hold_itself(runtime)
		check(kept.get_ref() != null, "the library holds it")
		end.call()
		await until(func() -> bool: return kept.get_ref() == null, "it is gone")


func test_a_stop_ends_all_handles_without_a_signal() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.spawn_agent(ADA)
	var ada: AgentHandle = runtime.get_agent("ada")
	var player: AgentHandle = runtime.get_agent("player_0")
	var ended: Array[Array] = record(ada, &"terminated")
	runtime.stop()
	equal([ada.is_alive(), ada.state], [false, AgentHandle.STATE_TERMINATED], "the agent's")
	equal(player.is_alive(), false, "the player's")
	equal(runtime.start(), OK, "start")
	var again: AgentHandle = runtime.get_agent("ada")
	equal([again.id, again.is_alive(), again == ada], ["agent_001", true, false], "a new one")
	await frames(5)
	equal(ended.size(), 0, "terminated")
	equal(ada.is_alive(), false, "the old one stays as it is")


func test_a_handle_outlives_its_runtime() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.spawn_agent(ADA)
	var ada: AgentHandle = runtime.get_agent("ada")
	runtime.free()
	check(ada.runtime == null, "runtime")
	equal([ada.id, ada.display_name, ada.is_alive()], ["agent_001", "Ada", false], "who it was")
	equal(ada.position, Vector2.ZERO, "position, at which nobody had looked")


func test_a_load_keeps_the_handles_of_those_who_live_in_both_worlds() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.spawn_agent(ADA)
	runtime.spawn_agent({"key": "old", "think_interval": 0})
	var ada: AgentHandle = runtime.get_agent("ada")
	var old: AgentHandle = runtime.get_agent("old")
	await result_of(runtime.save_slot("one"))
	runtime.terminate_agent(old.id)
	runtime.spawn_agent({"key": "new", "think_interval": 0})
	var newer: AgentHandle = runtime.get_agent("new")
	await until(func() -> bool: return not old.is_alive(), "one has gone")
	var left: Array[Array] = record(newer, &"terminated")
	var stayed: Array[Array] = record(ada, &"terminated")
	await result_of(runtime.load_slot("one"))
	equal(runtime.get_agent("ada"), ada, "who lives in both")
	equal([ada.is_alive(), ada.state_name], [true, "idle"], "is alive")
	equal(left, [["another world was loaded"]] as Array[Array], "who lives in the one before")
	equal(newer.is_alive(), false, "is not")
	equal(stayed.size(), 0, "nobody else is terminated")
	var back: AgentHandle = runtime.get_agent("old")
	equal([back == old, old.is_alive(), old.key, old.state_name], [true, true, "old", "idle"],
			"who comes back has the handle that it had")
	var again: Array[Array] = record(old, &"terminated")
	runtime.terminate_agent(old.id)
	await until(func() -> bool: return again.size() == 1, "and leaves again")
	equal(old.is_alive(), false, "as before")


func test_a_handle_that_nobody_held_while_its_agent_was_gone_is_a_new_one() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.spawn_agent(ADA)
	var kept: WeakRef = weakref(runtime.get_agent("ada"))
	await result_of(runtime.save_slot("one"))
	runtime.terminate_agent("agent_001")
	await until(func() -> bool: return kept.get_ref() == null, "it is gone")
	await result_of(runtime.load_slot("one"))
	equal(runtime.get_agent("ada").is_alive(), true, "another one")


func test_a_stop_ends_the_handle_of_an_agent_that_was_gone_already() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.spawn_agent(ADA)
	var ada: AgentHandle = runtime.get_agent("ada")
	await result_of(runtime.save_slot("one"))
	runtime.terminate_agent(ada.id)
	await until(func() -> bool: return not ada.is_alive(), "gone")
	await frames(3)
	runtime.stop()
	equal(runtime.start(), OK, "start")
	await result_of(runtime.load_slot("one"))
	equal([ada.is_alive(), runtime.get_agent("ada") == ada], [false, false], "a new one")


func test_a_handler_of_terminated_may_do_anything() -> void:
	var endings: Dictionary[String, Callable] = {
		"stop": func(node: AgentRuntime) -> void: node.stop(),
		"restart": func(node: AgentRuntime) -> void:
				node.stop()
				node.start(),
		"queue_free": func(node: AgentRuntime) -> void: node.queue_free(),
		"free": func(node: AgentRuntime) -> void: node.free(),
		"spawn": func(node: AgentRuntime) -> void: node.spawn_agent(ADA),
	}
	for ending: String in endings:
		var node: AgentRuntime = new_runtime()
		node.spawn_agent(ADA)
		var told: Array[int] = [0]
		node.get_agent("ada").terminated.connect(func(_reason: String) -> void:
			told[0] += 1
			endings[ending].call(node))
		node.terminate_agent("agent_001")
		await until(func() -> bool: return told[0] == 1, "terminated before " + ending)
		await frames(5)
		equal(told[0], 1, "once before " + ending)
		if is_instance_valid(node):
			node.free()


func test_agents_that_nobody_asks_for_have_no_handle() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spawned: Array[int] = [0]
	runtime.agent_spawned.connect(func(_id: String, _name: String, _restored: bool) -> void:
		spawned[0] += 1)
	await frames(2)
	var before: float = Performance.get_monitor(Performance.OBJECT_COUNT)
	runtime.spawn_agents({"think_interval": 0}, 100)
	await until(func() -> bool: return spawned[0] == 100, "all live")
	await frames(2)
	var after: float = Performance.get_monitor(Performance.OBJECT_COUNT)
	check(after - before < 50, "objects that have been made: %d" % (after - before))


func test_on_another_thread_a_handle_says_nothing() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.spawn_agent(ADA)
	var ada: AgentHandle = runtime.get_agent("ada")
	for call_name: String in ["AgentHandle: id", "AgentHandle: state", "AgentHandle: is_alive",
			"AgentHandle: position", "AgentHandle: runtime", "AgentRuntime: get_agent"]:
		expect_error(call_name + ": it was called on another thread than the main one")
	var thread := Thread.new()
	thread.start(func() -> Array:
		return [ada.id, ada.state, ada.is_alive(), ada.position, ada.runtime,
				runtime.get_agent("ada")])
	var found: Array = thread.wait_to_finish()
	equal(found.slice(0, 4), ["", AgentHandle.STATE_TERMINATED, false, Vector2.ZERO], "nothing")
	check(found[4] == null and found[5] == null, "nobody")


# What stays on the stack of a function is held by it, so this is one of its own.
func _hold_itself(runtime: AgentRuntime) -> WeakRef:
	var ada: AgentHandle = runtime.get_agent("ada")
	ada.terminated.connect(func(_reason: String) -> void: ada.get_id())
	return weakref(ada)
