extends "res://addon/runtime_case.gd"
## Agents that the game walks: it is asked to, reports where they are, and says how it ended.


func test_the_game_is_asked_to_walk_an_agent_and_says_when_it_has_arrived() -> void:
	var runtime: AgentRuntime = new_runtime()
	var asked: Array[Array] = record(runtime, &"walk_requested")
	var moved: Array[Array] = record(runtime, &"agent_moved")
	var ada: String = spawn_walker(runtime)
	var walk: AgentReply = runtime.request(
			{"type": "move_request", "agent_id": ada, "position": Vector2(8, 2)})
	await until(func() -> bool: return asked.size() == 1, "walk_requested")
	equal(asked[0].slice(1), [ada, Vector2(8, 2), Vector2(8, 2)], "who, where to, no matter how")
	equal(runtime.report_arrival(asked[0][0] as String), OK, "report_arrival")
	await result_of(walk)
	equal(moved.size(), 1, "agent_moved, before the reply")
	equal(moved[0], [ada, Vector2(2, 2), Vector2(8, 2)], "agent_moved")


func test_reported_positions_are_values_of_the_moment_until_the_agent_stands_still() -> void:
	var runtime: AgentRuntime = new_runtime()
	var passing: Array[Array] = record(runtime, &"agent_position_changed")
	var moved: Array[Array] = record(runtime, &"agent_moved")
	var ada: String = spawn_walker(runtime)
	for step: int in 100:
		equal(runtime.report_position(ada, Vector2(2 + step * 0.03, 2)), OK, "report_position")
	var end := Vector2(2 + 99 * 0.03, 2)
	await until(func() -> bool: return moved.size() == 1, "agent_moved")
	equal(moved[0], [ada, Vector2(2, 2), end], "agent_moved")
	equal(runtime.get_agent_state(ada).position, end, "position")
	check(passing.size() < 100, "reports within a step are one: %d" % passing.size())


func test_a_blocked_way_is_an_answer_too_and_each_call_is_answered_once() -> void:
	var runtime: AgentRuntime = new_runtime()
	var asked: Array[Array] = record(runtime, &"walk_requested")
	var refused: Array[Array] = record(runtime, &"action_refused")
	var ada: String = spawn_walker(runtime)
	runtime.request({"type": "move_request", "agent_id": ada, "position": Vector2(8, 2)})
	await until(func() -> bool: return asked.size() == 1, "walk_requested")
	var call_id := asked[0][0] as String
	equal(runtime.report_blocked(call_id, "a closed door"), OK, "report_blocked")
	await until(func() -> bool: return refused.size() == 1, "action_refused")
	equal(refused[0], [ada, "move", "a closed door"], "action_refused")
	expect_error("report_arrival: walk_id: %s is not open" % call_id)
	equal(runtime.report_arrival(call_id), ERR_DOES_NOT_EXIST, "a second answer")
	expect_error("report_blocked: walk_id: \"nonsense\" is not the id of a call")
	equal(runtime.report_blocked("nonsense"), ERR_INVALID_PARAMETER, "an id that is none")


func test_a_walk_that_is_replaced_or_stopped_is_called_off() -> void:
	var runtime: AgentRuntime = new_runtime()
	var asked: Array[Array] = record(runtime, &"walk_requested")
	var cancelled: Array[Array] = record(runtime, &"walk_cancelled")
	var ada: String = spawn_walker(runtime)
	runtime.walk_agent(ada, Vector2i(8, 2))
	await until(func() -> bool: return asked.size() == 1, "walk_requested")
	runtime.walk_agent(ada, Vector2i(2, 8))
	await until(func() -> bool: return asked.size() == 2, "the next walk_requested")
	equal(cancelled.size(), 1, "the one before was called off by then")
	equal(cancelled[0].slice(0, 2), [asked[0][0], ada], "which, and whose")
	contains(cancelled[0][2] as String, "newer", "why")
	equal(runtime.stop_agent(ada), OK, "stop_agent")
	await until(func() -> bool: return cancelled.size() == 2, "walk_cancelled")
	equal(cancelled[1].slice(0, 2), [asked[1][0], ada], "which, and whose")
	for walk: Array in asked:
		expect_error("report_arrival: walk_id: %s is not open" % walk[0])
		equal(runtime.report_arrival(walk[0] as String), ERR_DOES_NOT_EXIST, "report_arrival")
	runtime.walk_agent(ada, Vector2i(4, 4))
	await until(func() -> bool: return asked.size() == 3, "the last walk_requested")
	equal(runtime.report_arrival(asked[2][0] as String), OK, "the last report_arrival")
	await until(func() -> bool: return not runtime.get_agent_state(ada).walking, "it has arrived")
	await frames(5)
	equal(cancelled.size(), 2, "what the game has ended is not called off")


func test_a_walk_is_asked_for_after_its_agent_was_shown() -> void:
	var runtime: AgentRuntime = new_runtime()
	var order: PackedStringArray = []
	runtime.agent_spawned.connect(func(id: String, _name: String, _restored: bool) -> void:
		order.append(id))
	runtime.walk_requested.connect(
			func(_walk: String, id: String, _target: Vector2, _face: Vector2) -> void:
				order.append("walk of " + id))
	for number: int in 20:
		var agent: String = spawn_walker(runtime)
		runtime.walk_agent(agent, Vector2i(8, 2))
		await until(func() -> bool: return order.size() == 2 * (number + 1), "both are told")
		equal(order.slice(-2), PackedStringArray([agent, "walk of " + agent]), "the order")


func test_an_agent_has_one_owner() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"think_interval": 0})
	expect_error("report_position: the runtime moves %s; give it to the game first" % ada)
	check(runtime.report_position(ada, Vector2(1, 1)) != OK, "the runtime's")
	runtime.request({"type": "position_owner_request", "agent_id": ada, "owner": "game"})
	equal(runtime.report_position(ada, Vector2(1, 1)), OK, "the game's")
	equal(runtime.get_agent_state(ada).position_owner, "game", "position_owner")


func test_a_body_that_the_game_moves_makes_the_agent_the_games_for_as_long() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"think_interval": 0})
	var node := keep(Node2D.new()) as Node2D
	var body := AgentBody.new()
	body.position_owner = AgentBody.OWNER_GAME
	body.agent_id = ada
	node.add_child(body)
	body.runtime_path = body.get_path_to(runtime)
	await until(func() -> bool: return runtime.get_agent_state(ada).position_owner == "game",
			"the game's")
	node.remove_child(body)
	equal(runtime.get_agent_state(ada).position_owner, "runtime", "the runtime's again")
	body.free()


func test_a_second_body_may_follow_one_that_the_game_moves() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"think_interval": 0})
	var led := keep(Node2D.new()) as Node2D
	var marker := keep(Node2D.new()) as Node2D
	for node: Node2D in [led, marker]:
		var body := AgentBody.new()
		body.agent_id = ada
		body.tile_size = 10.0
		body.walking_speed = 0.0
		body.position_owner = AgentBody.OWNER_GAME if node == led else AgentBody.OWNER_RUNTIME
		node.add_child(body)
		body.runtime_path = body.get_path_to(runtime)
	for x: int in range(1, 20):
		led.position = Vector2(x, 0)
		await frames(1)
	await until(func() -> bool: return marker.position.is_equal_approx(Vector2(19, 0)),
			"the marker follows")
	equal(led.position, Vector2(19, 0), "the one that leads")


func test_a_run_that_was_recorded_is_the_same_when_it_runs_again() -> void:
	var path: String = new_database()
	ProjectSettings.set_setting("agent_runtime/debug/record_inputs", true)
	var runtime: AgentRuntime = new_runtime(path)
	ProjectSettings.set_setting("agent_runtime/debug/record_inputs", false)
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	for name: String in ["Ada", "Bruno", "Cleo"]:
		runtime.spawn_agent({"name": name})
	await until(func() -> bool: return spoke.size() > 5, "they talk")
	runtime.stop()
	var replayed: Dictionary = AgentRuntime.replay_recording(path)
	check(replayed.steps > 0 and replayed.events > 10, "steps and events: %s" % replayed)
	check(not replayed.has("divergence"), "the same: %s" % replayed)
	expect_error("replay_recording: ")
	equal(AgentRuntime.replay_recording("user://there_is_no_such.db"), {}, "no file")


func test_a_move_while_it_speaks_is_refused_by_a_signal_and_an_error() -> void:
	var runtime: AgentRuntime = new_runtime()
	var refused: Array[Array] = record(runtime, &"action_refused")
	var ada: String = runtime.spawn_agent({"think_interval": 0, "cli_backend": "scripted",
			"mind_options": {"script": ["A long story. ".repeat(80)]}})
	equal(runtime.send_message(ada, "Tell me"), OK, "send_message")
	await until(func() -> bool:
		return runtime.get_agent_state(ada).state == AgentRuntime.STATE_SPEAKING, "it speaks")
	expect_error("%s is speaking, and may not move" % ada)
	var reply: AgentReply = await completed(runtime.request(
			{"type": "move_request", "agent_id": ada, "position": Vector2(8, 2)}))
	await until(func() -> bool: return refused.size() == 1, "refused")
	equal(refused[0], [ada, "move", "an agent stays where it is until it has finished speaking"],
			"action_refused")
	equal(reply.ok, false, "ok of the reply")


func spawn_walker(runtime: AgentRuntime) -> String:
	return runtime.spawn_agent({"initial_position": Vector2(2, 2), "think_interval": 0,
			"position_owner": "game"})
