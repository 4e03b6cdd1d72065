extends "res://addon/runtime_case.gd"
## Agents as a game's script meets them: they are spawned, listen, think and answer.


func test_an_agent_is_spawned_in_three_lines_and_answers() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var ada: String = runtime.spawn_agent({"name": "Ada", "role": "gardener"})
	equal(runtime.send_message(ada, "How do I grow tomatoes?"), OK, "send_message")
	equal(ada, "agent_001", "id")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(spoke[0], ["player_0", "How do I grow tomatoes?", PackedStringArray(["agent_001"])],
			"what the player said")
	equal(spoke[1][0], ada, "who answers")
	equal(spoke[1][2], PackedStringArray(["player_0"]), "who hears the answer")
	check(not (spoke[1][1] as String).is_empty(), "the answer has words")


func test_the_state_is_known_on_the_line_after_spawn() -> void:
	var runtime: AgentRuntime = new_runtime()
	var config: Dictionary = {"name": "Ada", "role": "gardener", "key": "ada"}
	var ada: String = runtime.spawn_agent(config)
	var state: Dictionary = runtime.get_agent_state(ada)
	equal(state.agent_id, ada, "agent_id")
	equal(state.name, "Ada", "name")
	equal(state.role, "gardener", "role")
	equal(state.key, "ada", "key")
	equal(state.state, AgentRuntime.STATE_IDLE, "state")
	equal(typeof(state.position), TYPE_VECTOR2, "type of position")
	equal(typeof(state.pending), TYPE_BOOL, "type of pending")
	await until(func() -> bool: return not runtime.get_agent_state(ada).pending, "it lives")


# spec:000.1.3
func test_a_query_tells_each_state_with_position_and_task() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.time_scale = 2.0
	var ada: String = runtime.spawn_agent(
			{"name": "Ada", "think_interval": 0, "initial_position": Vector2(3, 4)})
	var seen: Dictionary[int, bool] = {}
	await until(func() -> bool:
		var state: Dictionary = runtime.get_agent_state(ada)
		seen[state.state] = true
		if not state.pending:
			equal(state.position, Vector2(3, 4), "position")
		equal(typeof(state.current_task), TYPE_STRING, "type of current_task")
		if state.state == AgentRuntime.STATE_IDLE and state.waiting_messages == 0:
			runtime.send_message(ada, "What are you doing?")
		return seen.size() == 4, "all four states are told")
	for state: AgentRuntime.State in [AgentRuntime.STATE_IDLE, AgentRuntime.STATE_LISTENING,
			AgentRuntime.STATE_THINKING, AgentRuntime.STATE_SPEAKING]:
		check(seen.has(state), "state %d" % state)


func test_two_spawns_with_one_key_in_a_frame_give_one_agent() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spawned: Array[Array] = record(runtime, &"agent_spawned")
	var one: String = runtime.spawn_agent({"key": "guard", "name": "Guard"})
	var other: String = runtime.spawn_agent({"key": "guard", "name": "Other"})
	equal(other, one, "id")
	equal(runtime.get_agents(), PackedStringArray([one]), "agents")
	await until(func() -> bool: return spawned.size() > 0, "agent_spawned")
	await frames(20)
	equal(spawned, [[one, "Guard", false]], "agent_spawned")


func test_states_change_in_order_with_typed_arguments() -> void:
	var runtime: AgentRuntime = new_runtime()
	var changed: Array[Array] = record(runtime, &"agent_state_changed")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	runtime.send_message(ada, "Hello!")
	await until(func() -> bool: return changed.size() >= 4, "four changes")
	equal(changed.slice(0, 4), [
		[ada, AgentRuntime.STATE_IDLE, AgentRuntime.STATE_LISTENING],
		[ada, AgentRuntime.STATE_LISTENING, AgentRuntime.STATE_THINKING],
		[ada, AgentRuntime.STATE_THINKING, AgentRuntime.STATE_SPEAKING],
		[ada, AgentRuntime.STATE_SPEAKING, AgentRuntime.STATE_IDLE],
	], "changes")


func test_signals_declare_the_types_of_their_arguments() -> void:
	var wanted: Dictionary[String, Array] = {
		"agent_spawned": [TYPE_STRING, TYPE_STRING, TYPE_BOOL],
		"agent_terminated": [TYPE_STRING, TYPE_STRING],
		"agents_changed":
				[TYPE_PACKED_INT32_ARRAY, TYPE_PACKED_BYTE_ARRAY, TYPE_PACKED_VECTOR2_ARRAY],
		"agent_state_changed": [TYPE_STRING, TYPE_INT, TYPE_INT],
		"agent_spoke": [TYPE_STRING, TYPE_STRING, TYPE_PACKED_STRING_ARRAY],
		"agent_moved": [TYPE_STRING, TYPE_VECTOR2, TYPE_VECTOR2],
		"agent_position_changed": [TYPE_STRING, TYPE_VECTOR2],
		"agent_path_changed": [TYPE_STRING, TYPE_PACKED_VECTOR2_ARRAY, TYPE_FLOAT],
		"agent_arrived": [TYPE_STRING, TYPE_VECTOR2, TYPE_INT],
		"agent_blocked": [TYPE_STRING, TYPE_VECTOR2, TYPE_STRING],
		"agent_turned": [TYPE_STRING, TYPE_INT],
		"walk_requested": [TYPE_STRING, TYPE_STRING, TYPE_VECTOR2, TYPE_VECTOR2],
		"walk_cancelled": [TYPE_STRING, TYPE_STRING, TYPE_STRING],
		"auto_mode_started":
				[TYPE_STRING, TYPE_PACKED_STRING_ARRAY, TYPE_STRING, TYPE_STRING],
		"auto_mode_turn_changed": [TYPE_STRING, TYPE_STRING, TYPE_INT],
		"agent_message": [TYPE_STRING, TYPE_STRING, TYPE_STRING],
		"auto_mode_ended": [TYPE_STRING, TYPE_STRING],
		"agent_mind_failed": [TYPE_STRING, TYPE_STRING, TYPE_STRING],
		"agent_text_streamed": [TYPE_STRING, TYPE_STRING, TYPE_BOOL],
		"budget_exhausted": [TYPE_STRING, TYPE_STRING],
		"tool_used": [TYPE_STRING, TYPE_STRING, TYPE_BOOL, TYPE_STRING],
		"action_refused": [TYPE_STRING, TYPE_STRING, TYPE_STRING],
		"agent_task_changed": [TYPE_STRING, TYPE_STRING, TYPE_STRING, TYPE_INT, TYPE_STRING],
		"agent_paused_changed": [TYPE_STRING, TYPE_BOOL],
		"agent_stuck": [TYPE_STRING, TYPE_INT, TYPE_FLOAT, TYPE_STRING],
		"collaboration_invited": [TYPE_STRING, TYPE_STRING, TYPE_STRING, TYPE_BOOL],
		"collaboration_answered":
				[TYPE_STRING, TYPE_STRING, TYPE_STRING, TYPE_BOOL, TYPE_STRING],
		"message_published":
				[TYPE_STRING, TYPE_STRING, TYPE_STRING, TYPE_STRING, TYPE_PACKED_STRING_ARRAY],
		"memory_changed": [TYPE_STRING, TYPE_STRING],
		"event_received": [TYPE_STRING, TYPE_STRING, TYPE_DICTIONARY],
		"message_acknowledged": [TYPE_STRING, TYPE_STRING],
		"messages_dropped": [TYPE_STRING, TYPE_INT, TYPE_STRING],
		"action_requested": [TYPE_STRING, TYPE_STRING, TYPE_STRING, TYPE_DICTIONARY],
		"action_performed": [TYPE_STRING, TYPE_STRING, TYPE_BOOL, TYPE_NIL],
		"runtime_started": [],
		"runtime_stopped": [],
		"store_degraded": [TYPE_STRING],
		"store_recovered": [],
	}
	var found: Dictionary[String, Array] = {}
	for described: Dictionary in ClassDB.class_get_signal_list(&"AgentRuntime", true):
		found[described.name] = []
		for argument: Dictionary in described.args:
			found[described.name].append(argument.type)
			if argument.name == "state" or argument.name == "old_state":
				equal(str(argument.class_name), "AgentRuntime.State", "enum of " + argument.name)
	equal(found.size(), wanted.size(), "signals")
	for name: String in wanted:
		equal(found.get(name), wanted[name], name)


func test_a_terminated_agent_is_gone_and_its_key_is_free() -> void:
	var runtime: AgentRuntime = new_runtime()
	var terminated: Array[Array] = record(runtime, &"agent_terminated")
	var ada: String = runtime.spawn_agent({"key": "ada"})
	equal(runtime.terminate_agent(ada), OK, "terminate_agent")
	await until(func() -> bool: return terminated.size() > 0, "agent_terminated")
	equal(terminated[0][0], ada, "who")
	equal(runtime.get_agents(), PackedStringArray(), "agents")
	expect_error("agent_id: there is no agent agent_001")
	equal(runtime.get_agent_state(ada), {}, "state")
	equal(runtime.spawn_agent({"key": "ada"}), "agent_002", "the next with the key")


func test_an_agent_config_says_who_an_agent_is() -> void:
	var runtime: AgentRuntime = new_runtime()
	var config := AgentConfig.new()
	config.key = "smith"
	config.agent_name = "Wieland"
	config.role = "smith"
	config.initial_position = Vector2(3, 4)
	var id: String = runtime.spawn_agent(config)
	equal(id, "agent_001", "id")
	var state: Dictionary = runtime.get_agent_state(id)
	equal([state.name, state.role, state.key], ["Wieland", "smith", "smith"], "state")
	await until(func() -> bool: return runtime.get_agent_state(id).position == Vector2(3, 4),
			"the position")


func test_a_config_becomes_the_fields_of_the_vocabulary() -> void:
	var config := AgentConfig.new()
	equal(config.to_dictionary(), {
		"name": "Agent", "initial_position": Vector2.ZERO,
	}, "defaults")
	config.key = "k"
	config.agent_name = "n"
	config.role = "r"
	config.persona = "p"
	config.backend = "scripted"
	config.model = "m"
	config.initial_position = Vector2(1, 2)
	config.hearing_radius = 0.0
	config.think_interval = 7.5
	config.random_seed = 9
	config.thought_budget = 100
	config.thoughts_per_minute = 5
	config.token_budget = 9000
	config.dollar_budget = 0.5
	config.mind_options = {"temperature": 0.5}
	config.groups = ["g"]
	config.topics = ["t"]
	config.heard_types = ["Alarm"]
	config.heard_senders = ["player_0"]
	config.hears_addressed_only = true
	config.metadata = {"hair": "red"}
	equal(config.to_dictionary(), {
		"key": "k", "name": "n", "role": "r", "persona": "p", "cli_backend": "scripted",
		"model": "m", "initial_position": Vector2(1, 2), "hearing_radius": 0.0,
		"think_interval": 7.5, "seed": 9, "budget": {"thoughts": 100, "thoughts_per_minute": 5,
				"tokens": 9000, "dollars": 0.5},
		"mind_options": {"temperature": 0.5}, "groups": PackedStringArray(["g"]),
		"topics": PackedStringArray(["t"]), "filter": {
			"types": PackedStringArray(["Alarm"]), "senders": PackedStringArray(["player_0"]),
			"addressed_only": true,
		}, "metadata": {"hair": "red"},
	}, "everything set")


func test_a_config_tells_of_each_change_once() -> void:
	var config := AgentConfig.new()
	var changes: Array[Array] = record(config, &"changed")
	for round_number: int in 2:
		config.role = "cook"
		config.random_seed = 4
		config.hearing_radius = 2.0
	equal(changes.size(), 3, "changes")


func test_a_broadcast_is_answered_by_one_of_those_who_hear_it() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	for number: int in 5:
		runtime.spawn_agent({"name": "A%d" % number, "think_interval": 0})
	equal(runtime.send_message("", "Who wants coffee?"), OK, "send_message")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal((spoke[0][2] as PackedStringArray).size(), 5, "hearers")
