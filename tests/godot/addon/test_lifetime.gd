extends "res://addon/runtime_case.gd"
## When a runtime runs, and what it leaves behind. That it can be ended at any moment is tested in
## test_endings.gd.


func test_it_runs_with_the_tree() -> void:
	var node: AgentRuntime = make_runtime()
	var started: Array[Array] = record(node, &"runtime_started")
	var stopped: Array[Array] = record(node, &"runtime_stopped")
	check(not node.is_running(), "not outside the tree")
	keep(node)
	check(node.is_running(), "from the moment it enters")
	await until(func() -> bool: return started.size() > 0, "runtime_started")
	tree.root.remove_child(node)
	check(not node.is_running(), "not after it left")
	equal(stopped.size(), 1, "runtime_stopped")
	tree.root.add_child(node)
	check(node.is_running(), "again when it comes back")
	await until(func() -> bool: return started.size() > 1, "runtime_started again")


func test_start_says_why_it_cannot() -> void:
	var node: AgentRuntime = make_runtime()
	expect_error("could not start: the node is outside the scene tree; add it to the tree first")
	equal(node.start(), ERR_UNCONFIGURED, "outside the tree")
	keep(node)
	expect_error("could not start: it is running already")
	equal(node.start(), ERR_BUSY, "while it runs")
	node.stop()
	node.stop()
	equal(node.start(), OK, "after a stop")


func test_a_second_runtime_on_the_same_file_is_refused_and_keeps_its_configuration() -> void:
	var first: AgentRuntime = new_runtime()
	expect_error("could not start: ")
	var second: AgentRuntime = new_runtime(first.database_path)
	check(not second.is_running(), "the second does not run")
	equal(second.database_path, first.database_path, "its path")
	equal(second.time_scale, FAST, "its time scale")
	expect_error("could not start: ")
	equal(second.start(), ERR_ALREADY_IN_USE, "start")
	check(first.is_running(), "the first runs on")
	first.stop()
	equal(second.start(), OK, "when the first has stopped")


func test_a_place_that_cannot_be_written_is_one_error() -> void:
	FileAccess.open("user://a_file", FileAccess.WRITE).close()
	var node: AgentRuntime = make_runtime("user://a_file/agents.db")
	node.autostart = false
	keep(node)
	expect_error("could not start: ")
	var error: Error = node.start()
	check(error != OK, "start: " + error_string(error))
	check(not node.is_running(), "does not run")
	equal(node.database_path, "user://a_file/agents.db", "the path stays")
	node.database_path = new_database()
	equal(node.start(), OK, "with another path")


func test_a_damaged_file_is_set_aside_with_a_notice() -> void:
	var path: String = new_database()
	var file := FileAccess.open(path, FileAccess.WRITE)
	file.store_string("this is no database ".repeat(500))
	file.close()
	expect_error("the database was damaged and set aside as ")
	var node: AgentRuntime = new_runtime(path)
	check(node.is_running(), "it runs")
	await frames(5)
	var kept: int = 0
	for name: String in DirAccess.get_files_at("user://"):
		kept += int(name.begins_with(path.get_file() + ".corrupt-"))
	equal(kept, 1, "files set aside")


func test_agents_come_back_with_their_memory() -> void:
	var path: String = new_database()
	var node: AgentRuntime = new_runtime(path)
	var ada: String = node.spawn_agent({
		"key": "ada", "name": "Ada", "think_interval": 0, "initial_position": Vector2(3, 4),
	})
	var spoke: Array[Array] = record(node, &"agent_spoke")
	node.send_message(ada, "Remember the lighthouse.")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	node.free()
	node = make_runtime(path)
	var spawned: Array[Array] = record(node, &"agent_spawned")
	keep(node)
	equal(node.get_agents(), PackedStringArray([ada]), "agents right after the start")
	equal(node.spawn_agent({"key": "ada"}), ada, "spawned again by key")
	await until(func() -> bool: return spawned.size() > 0, "agent_spawned")
	equal(spawned, [[ada, "Ada", true]], "agent_spawned")
	equal(node.get_agent_state(ada).state, AgentRuntime.STATE_IDLE, "state")
	equal(node.get_agent_state(ada).position, Vector2(3, 4), "position")
	spoke = record(node, &"agent_spoke")
	node.send_message(ada, "Well?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer after the restart")
	equal(spoke[1][0], ada, "who answers")


func test_two_runtimes_with_two_databases_do_not_meet() -> void:
	var one: AgentRuntime = new_runtime()
	var other: AgentRuntime = new_runtime()
	var heard: Array[Array] = record(other, &"agent_spoke")
	var spoke: Array[Array] = record(one, &"agent_spoke")
	var id: String = one.spawn_agent({"name": "Ada", "think_interval": 0})
	equal(other.spawn_agent({"name": "Bea", "think_interval": 0}), id, "each counts from one")
	one.send_message(id, "Hello!")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(heard, [], "what the other's agents heard")


func test_it_may_be_started_and_ended_a_hundred_times() -> void:
	var path: String = new_database()
	for round_number: int in 100:
		var node: AgentRuntime = new_runtime(path)
		check(node.is_running(), "it runs")
		node.spawn_agent({"key": "ada", "name": "Ada"})
		if round_number % 10 == 0:
			await frames(3)
		node.free()
	var last: AgentRuntime = new_runtime(path)
	equal(last.get_agents().size(), 1, "agents")


func test_it_may_be_removed_and_added_a_hundred_times() -> void:
	var node: AgentRuntime = new_runtime()
	for round_number: int in 100:
		node.spawn_agent({"key": "ada"})
		tree.root.remove_child(node)
		tree.root.add_child(node)
		check(node.is_running(), "it runs")
	equal(node.get_agents(), PackedStringArray(["agent_001"]), "agents")


func test_sim_time_stands_still_while_the_tree_is_paused_and_events_do_not() -> void:
	var node: AgentRuntime = new_runtime()
	var spawned: Array[Array] = record(node, &"agent_spawned")
	var changed: Array[Array] = record(node, &"agent_state_changed")
	tree.paused = true
	await frames(2)
	var ada: String = node.spawn_agent({"name": "Ada", "think_interval": 0})
	node.send_message(ada, "Hello!")
	await until(func() -> bool: return spawned.size() > 0, "agent_spawned while paused")
	await frames(200)
	check(changed.size() <= 1, "no thought while paused: %s" % [changed])
	equal((await result_of(node.request({"type": "health_request"}))).paused, true, "paused")
	tree.paused = false
	await until(func() -> bool: return changed.size() >= 3, "thoughts afterwards")
	tree.paused = true
	await frames(2)
	node.free()
	tree.paused = false


func test_a_node_that_always_processes_is_not_paused() -> void:
	var node: AgentRuntime = make_runtime()
	node.process_mode = Node.PROCESS_MODE_ALWAYS
	keep(node)
	tree.paused = true
	await frames(2)
	equal((await result_of(node.request({"type": "health_request"}))).paused, false, "paused")
	tree.paused = false


func test_sim_time_follows_both_time_scales() -> void:
	var node: AgentRuntime = new_runtime()
	Engine.time_scale = 0.5
	node.time_scale = 8.0
	await frames(2)
	equal((await result_of(node.request({"type": "health_request"}))).time_scale, 4.0, "time_scale")
	Engine.time_scale = 0.0
	await frames(2)
	var health: Dictionary = await result_of(node.request({"type": "health_request"}))
	equal(health.paused, true, "paused by a scale of 0")
	Engine.time_scale = 1.0
	await frames(2)
	equal((await result_of(node.request({"type": "health_request"}))).paused, false, "paused")


func test_monitors_are_there_while_a_runtime_runs_and_add_up() -> void:
	const NAMES: Array[StringName] = [&"agent_runtime/agents", &"agent_runtime/waiting_events",
		&"agent_runtime/lag_msec"]
	for name: StringName in NAMES:
		check(not Performance.has_custom_monitor(name), "before: " + name)
	var one: AgentRuntime = new_runtime()
	var other: AgentRuntime = new_runtime()
	one.spawn_agent({"name": "Ada"})
	other.spawn_agent({"name": "Bea"})
	other.spawn_agent({"name": "Cid"})
	equal(Performance.get_custom_monitor(NAMES[0]), 3, "agents")
	for name: StringName in NAMES:
		var value: float = Performance.get_custom_monitor(name)
		check(value >= 0.0, "%s is a number: %f" % [name, value])
	other.free()
	equal(Performance.get_custom_monitor(NAMES[0]), 1, "agents of the one that is left")
	one.free()
	for name: StringName in NAMES:
		check(not Performance.has_custom_monitor(name), "after: " + name)


func test_a_node_that_leaves_the_tree_does_not_start_again() -> void:
	var node: AgentRuntime = new_runtime()
	node.spawn_agent({"name": "Ada"})
	await frames(2)
	var started: Array[int] = []
	node.runtime_stopped.connect(func() -> void: started.append(node.start()))
	expect_error("could not start: the node is outside the scene tree")
	tree.root.remove_child(node)
	equal(started.size(), 1, "the handler was called")
	check(started[0] != OK, "and told no")
	check(not node.is_running(), "it does not run")
	tree.root.add_child(node)
	check(node.is_running(), "back in the tree it does")
	for connection: Dictionary in node.runtime_stopped.get_connections():
		node.runtime_stopped.disconnect(connection.callable as Callable)
