extends "res://addon/runtime_case.gd"
## Save games: worlds that are saved and loaded by scripts.

const TIMES_ASKED := 3
const CROWD := 2000
const FRAME_BUDGET := "agent_runtime/events/frame_budget_usec"


func test_a_world_is_saved_changed_and_loaded() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ended: Array[Array] = record(runtime, &"agent_terminated")
	var spawned: Array[Array] = record(runtime, &"agent_spawned")
	var ada: String = await _spawn(runtime, "Ada")
	equal(runtime.list_slots(), [] as Array[Dictionary], "no slot yet")
	equal((await result_of(runtime.save_slot("before_lunch"))).slot, "before_lunch", "saved")
	var bob: String = await _spawn(runtime, "Bob")
	await until(func() -> bool: return spawned.size() == 2, "both are told of")
	spawned.clear()
	equal((await result_of(runtime.load_slot("before_lunch"))).slot, "before_lunch", "loaded")
	equal(runtime.get_agents(), PackedStringArray([ada]), "who lives")
	equal(runtime.get_agent_state(ada).state, AgentRuntime.STATE_IDLE, "what she does")
	equal(spawned, [[ada, "Ada", true]] as Array[Array], "who is there again")
	equal(ended, [[bob, "another world was loaded"]] as Array[Array], "who is gone")
	runtime.stop()
	var slots: Array[Dictionary] = runtime.list_slots()
	equal(slots.size(), 1, "slots, also while nothing runs")
	equal(slots[0].slot, "before_lunch", "name")
	equal(slots[0].agents, 1, "agents")
	check(slots[0].event_id > 0, "event")
	contains(slots[0].saved_at, "T", "time")
	equal(runtime.delete_slot("before_lunch"), OK, "deleted")
	equal(runtime.list_slots().size(), 0, "gone")


func test_an_event_without_a_signal_of_its_own_is_received() -> void:
	var runtime: AgentRuntime = new_runtime()
	var received: Array[Array] = record(runtime, &"event_received")
	await _spawn(runtime, "Ada")
	runtime.save_slot("one")
	await result_of(runtime.load_slot("one"))
	equal(received[0][0], "world_loaded", "type")
	equal(received[0][1], "", "about nothing in particular")
	equal(received[0][2].slot, "one", "data")


func test_what_was_registered_and_connected_holds_after_a_load() -> void:
	var runtime: AgentRuntime = new_runtime()
	var performed: Array[Array] = record(runtime, &"action_performed")
	equal(runtime.register_action("ring", "Ring the bell.", {"type": "object"}, _ring), OK,
			"action")
	var ada: String = runtime.spawn_agent(
			{"name": "Ada", "think_interval": 0, "cli_backend": "game"})
	var answer: Dictionary = {"action": "action", "name": "ring", "arguments": {}}
	equal(runtime.set_agent_mind(ada, func(thought: AgentThought) -> void:
		thought.answer(answer)), OK, "mind")
	await until(func() -> bool: return not runtime.get_agent_state(ada).pending, "lives")
	runtime.save_slot("one")
	await result_of(runtime.load_slot("one"))
	runtime.send_message(ada, "Ring it.")
	await until(func() -> bool: return performed.size() == 1, "rung")
	equal(performed[0].slice(0, 3), [ada, "ring", true], "what was done")


func test_a_thought_of_the_old_world_ends_with_it() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var thoughts: Array[AgentThought] = []
	var ada: String = runtime.spawn_agent(
			{"name": "Ada", "think_interval": 0, "cli_backend": "game"})
	runtime.set_agent_mind(ada, func(thought: AgentThought) -> void: thoughts.append(thought))
	await until(func() -> bool: return not runtime.get_agent_state(ada).pending, "lives")
	runtime.save_slot("one")
	runtime.send_message(ada, "Well?", "player_0")
	await until(func() -> bool: return thoughts.size() == 1, "she thinks")
	await result_of(runtime.load_slot("one"))
	await frames(3)
	check(thoughts[0].is_cancelled(), "the thought is cancelled")
	equal(runtime.get_agent_state(ada).state, AgentRuntime.STATE_IDLE, "she is idle")
	equal(spoke.size(), 1, "nobody but the player has spoken")


func test_what_is_wrong_with_a_slot_is_said() -> void:
	var runtime: AgentRuntime = new_runtime()
	for reply: AgentReply in [runtime.save_slot("a b"), runtime.load_slot("../elsewhere")]:
		await completed(reply)
		equal(reply.error, ERR_INVALID_PARAMETER, "no name for a slot")
		equal(reply.field, "slot", "field")
		contains(reply.message, "is not a name of 1 to 64 letters", "message")
	expect_error("is not a name of 1 to 64 letters")
	equal(runtime.delete_slot(""), ERR_INVALID_PARAMETER, "no name")
	expect_error("there is no slot")
	check(runtime.delete_slot("none") != OK, "deleting what is not there")
	var missing: AgentReply = await completed(runtime.load_slot("none"))
	equal(missing.ok, false, "it failed")
	contains(missing.message, "there is no slot", "why")
	runtime.stop()
	var late: AgentReply = await completed(runtime.save_slot("one"))
	contains(late.message, "not running", "nothing runs")


func test_without_storage_nothing_is_saved() -> void:
	var runtime: AgentRuntime = make_runtime()
	runtime.storage_enabled = false
	keep(runtime)
	var reply: AgentReply = await completed(runtime.save_slot("one"))
	contains(reply.message, "enable its storage", "refused")


func test_a_load_is_told_behind_all_the_agents_that_it_brings() -> void:
	ProjectSettings.set_setting(FRAME_BUDGET, 100) # many frames for all that there is to tell
	var runtime: AgentRuntime = new_runtime()
	ProjectSettings.set_setting(FRAME_BUDGET, 1000)
	var spawned: Array[Array] = record(runtime, &"agent_spawned")
	equal(runtime.spawn_agents({"think_interval": 0}, CROWD).size(), CROWD, "a crowd")
	await until(func() -> bool: return spawned.size() == CROWD, "lives")
	runtime.save_slot("crowd")
	await result_of(runtime.load_slot("crowd"))
	equal(spawned.size(), 2 * CROWD, "all were told of before")


func test_saves_and_loads_end_once_when_the_runtime_stops_meanwhile() -> void:
	var runtime: AgentRuntime = new_runtime()
	await _spawn(runtime, "Ada")
	var ended: Array[AgentReply] = []
	for time: int in TIMES_ASKED:
		for reply: AgentReply in [runtime.save_slot("one"), runtime.load_slot("one")]:
			reply.completed.connect(func(each: AgentReply) -> void: ended.append(each))
	runtime.stop()
	equal(ended.size(), 0, "none ends inside of stop()")
	equal(runtime.start(), OK, "starts again")
	equal(runtime.get_agents().size(), 1, "with the world that there was")
	await frames(5)
	equal(ended.size(), 2 * TIMES_ASKED, "each has ended once")
	for reply: AgentReply in ended:
		equal(reply.status, AgentReply.STATUS_CANCELLED, "as cancelled")


func _ring(_agent_id: String, _arguments: Dictionary, _call_id: String) -> Dictionary:
	return {"rang": true}


func _spawn(runtime: AgentRuntime, called: String) -> String:
	var id: String = runtime.spawn_agent({"name": called, "think_interval": 0})
	await until(func() -> bool: return not runtime.get_agent_state(id).pending, called + " lives")
	return id
