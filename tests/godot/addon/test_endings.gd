extends "res://addon/runtime_case.gd"
## A runtime can be ended at any moment, in any way, by anybody.


func test_it_may_be_freed_in_mid_thought() -> void:
	for round_number: int in 5:
		var node: AgentRuntime = new_runtime()
		var changed: Array[Array] = record(node, &"agent_state_changed")
		var ada: String = node.spawn_agent({"name": "Ada"})
		node.send_message(ada, "Hello!")
		await until(func() -> bool: return changed.size() >= 2, "thinking")
		var seen: int = changed.size()
		node.free()
		await frames(5)
		equal(changed.size(), seen, "changes of which the freed one has told")
		var next: AgentRuntime = new_runtime()
		equal(next.spawn_agent({"name": "Ada"}), ada, "another one takes its place")


func test_a_handler_may_do_anything() -> void:
	var endings: Dictionary[String, Callable] = {
		"stop": func(node: AgentRuntime) -> void: node.stop(),
		"restart": func(node: AgentRuntime) -> void:
				node.stop()
				node.start(),
		"remove": func(node: AgentRuntime) -> void: node.get_parent().remove_child(node),
		"queue_free": func(node: AgentRuntime) -> void: node.queue_free(),
		"spawn": func(node: AgentRuntime) -> void: node.spawn_agent({"name": "Next"}),
	}
	for ending: String in endings:
		var node: AgentRuntime = new_runtime()
		for number: int in 20:
			node.spawn_agent({"name": "A%d" % number, "think_interval": 0})
		var state := {"after": 0, "ended": false}
		node.agent_spawned.connect(func(_id: String, _name: String, restored: bool) -> void:
			if state.ended and not restored and ending != "spawn":
				state.after += 1
			if not state.ended:
				state.ended = true
				endings[ending].call(node))
		await until(func() -> bool: return state.ended, "agent_spawned before: " + ending)
		await frames(10)
		equal(state.after, 0, "signals after: " + ending)
		if is_instance_valid(node):
			node.free()


func test_a_handler_may_free_the_scene_around_it() -> void:
	var scene := keep(Node.new())
	var node: AgentRuntime = make_runtime()
	scene.add_child(node)
	var id: int = node.get_instance_id()
	node.agent_spawned.connect(func(_id: String, _name: String, _restored: bool) -> void:
		node.get_parent().queue_free())
	var spawned: Array[Array] = record(node, &"agent_spawned")
	for number: int in 20:
		node.spawn_agent({"name": "A"})
	await until(func() -> bool: return not is_instance_id_valid(id), "it is freed")
	check(spawned.size() in range(1, 21), "agents that were told of: %d" % spawned.size())
	check(not is_instance_valid(scene), "the scene is gone with it")


func test_the_scene_may_change() -> void:
	for round_number: int in 3:
		var scene := PackedScene.new()
		var root := Node.new()
		var node: AgentRuntime = make_runtime()
		root.add_child(node)
		node.owner = root
		scene.pack(root)
		root.free()
		equal(tree.change_scene_to_packed(scene), OK, "change_scene_to_packed")
		await until(func() -> bool: return tree.current_scene != null \
				and tree.current_scene.get_child_count() == 1, "the scene is there")
		var running := tree.current_scene.get_child(0) as AgentRuntime
		check(running.is_running(), "its runtime runs")
		running.send_message(running.spawn_agent({"name": "Ada"}), "Hello!")
	tree.unload_current_scene()


func test_all_may_be_done_in_ready() -> void:
	var script := GDScript.new()
	script.source_code = "extends Node\nvar id := \"\"\nfunc _ready() -> void:\n" \
			+ "\tvar runtime := $Runtime as AgentRuntime\n" \
			+ "\tid = runtime.spawn_agent({\"name\": \"Ada\"})\n" \
			+ "\truntime.stop()\n\truntime.start()\n\truntime.send_message(id, \"Hello!\")\n"
	equal(script.reload(), OK, "compiles")
	var root: Node = script.new() as Node
	var node: AgentRuntime = make_runtime()
	node.name = "Runtime"
	root.add_child(node)
	keep(root)
	equal(root.get("id"), "agent_001", "id")
	equal(node.get_agents(), PackedStringArray(["agent_001"]), "agents")


func test_it_may_be_ended_in_ready() -> void:
	var endings: Dictionary[String, String] = {
		"stop": "runtime.stop()",
		"queue_free": "runtime.queue_free()",
		"free": "runtime.free()",
		"free its parent": "queue_free()",
		"remove": "remove_child.call_deferred(runtime)",
	}
	for ending: String in endings:
		var script := GDScript.new()
		script.source_code = "extends Node\nfunc _ready() -> void:\n" \
				+ "\tvar runtime := $Runtime as AgentRuntime\n" \
				+ "\truntime.send_message(runtime.spawn_agent({}), \"Hello!\")\n" \
				+ "\t%s\n" % endings[ending]
		equal(script.reload(), OK, "compiles: " + ending)
		var root := script.new() as Node
		var node: AgentRuntime = make_runtime()
		node.name = "Runtime"
		root.add_child(node)
		tree.root.add_child(root)
		await frames(5)
		check(not is_instance_valid(node) or not node.is_running(), "it has ended: " + ending)
		if is_instance_valid(node):
			node.free()
		if is_instance_valid(root):
			root.free()


func test_a_handler_of_any_signal_may_end_it() -> void:
	for name: StringName in [&"runtime_started", &"agent_spawned", &"agent_state_changed",
			&"agent_spoke", &"agent_terminated", &"agent_moved", &"agent_position_changed",
			&"walk_requested", &"agents_changed", &"agent_task_changed",
			&"agent_paused_changed", &"message_published"]:
		var node: AgentRuntime = new_runtime()
		var id: int = node.get_instance_id()
		var state := {"emitted": 0}
		var end := func() -> void:
			state.emitted += 1
			node.stop()
			node.queue_free()
		for described: Dictionary in node.get_signal_list():
			if described.name == name:
				var count: int = (described.args as Array).size()
				node.connect(name, end if count == 0 else end.unbind(count))
		var ada: String = node.spawn_agent({"name": "Ada", "think_interval": 0,
				"position_owner": "runtime" if name == &"agent_moved" else "game"})
		# It may fail, and is no concern of this case.
		node.request({"type": "move_request", "agent_id": ada, "position": Vector2(3, 3)}) \
				.completed.connect(func(reply: AgentReply) -> void: reply.get_status())
		node.send_message(ada, "Hello!")
		node.assign_task(ada, "rest")
		node.publish_message({"message_type": "News", "content": "Listen!"})
		if name == &"agent_paused_changed":
			node.pause_agent(ada)
		if name == &"agent_terminated":
			node.terminate_agent(ada)
		await until(func() -> bool:
			var left := instance_from_id(id) as AgentRuntime
			if left != null and left.is_running():
				left.request({"type": "events_request"}) # some are not answered at once
				# A value of the moment is not shown when it comes too late.
				if name == &"agent_position_changed":
					left.report_position(ada, Vector2(Engine.get_process_frames() % 100, 1))
			return left == null, "%s frees it" % name)
		check(state.emitted >= 1, "%s was emitted" % name)


func test_it_may_be_ended_in_any_way_while_the_tree_is_paused() -> void:
	var endings: Dictionary[String, Callable] = {
		"stop": func(node: AgentRuntime) -> void: node.stop(),
		"free": func(node: AgentRuntime) -> void: node.free(),
		"queue_free": func(node: AgentRuntime) -> void: node.queue_free(),
		"remove": func(node: AgentRuntime) -> void: tree.root.remove_child(node),
	}
	for ending: String in endings:
		var node: AgentRuntime = new_runtime()
		var changed: Array[Array] = record(node, &"agent_state_changed")
		node.send_message(node.spawn_agent({"name": "Ada"}), "Hello!")
		await until(func() -> bool: return changed.size() >= 2, "thinking")
		tree.paused = true
		await frames(2)
		endings[ending].call(node)
		await frames(2)
		check(not is_instance_valid(node) or not node.is_running(), "it has ended: " + ending)
		if is_instance_valid(node):
			node.free()
		tree.paused = false
