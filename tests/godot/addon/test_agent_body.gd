extends "res://addon/runtime_case.gd"
## A node of the game that stands for an agent.


func make_body(parent: Node, runtime: AgentRuntime, agent: String) -> AgentBody:
	var body := AgentBody.new()
	parent.add_child(body)
	body.runtime_path = body.get_path_to(runtime)
	body.agent_id = agent
	body.tile_size = 10.0
	body.walking_speed = 0.0
	return body


func test_the_runtime_moves_a_node_of_two_dimensions() -> void:
	var runtime: AgentRuntime = new_runtime()
	var node := keep(Node2D.new()) as Node2D
	var ada: String = runtime.spawn_agent(
			{"name": "Ada", "initial_position": Vector2(3, 4), "think_interval": 0})
	make_body(node, runtime, ada)
	await until(func() -> bool: return node.position == Vector2(30, 40), "the first place")
	runtime.request({"type": "move_request", "agent_id": ada, "position": Vector2(5, 4)})
	await until(func() -> bool: return node.position == Vector2(50, 40), "the next place")
	await frames(5)
	equal(node.position, Vector2(50, 40), "where it stays")


func test_the_runtime_moves_a_node_of_three_dimensions() -> void:
	var runtime: AgentRuntime = new_runtime()
	var node := keep(Node3D.new()) as Node3D
	node.position.y = 7.0
	var ada: String = runtime.spawn_agent(
			{"name": "Ada", "initial_position": Vector2(3, 4), "think_interval": 0})
	make_body(node, runtime, ada)
	await until(func() -> bool: return node.position == Vector3(30, 7, 40), "the place")
	await frames(5)
	equal(node.position, Vector3(30, 7, 40), "where it stays")


func test_it_walks_with_its_speed() -> void:
	var runtime: AgentRuntime = new_runtime()
	var node := keep(Node2D.new()) as Node2D
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var body: AgentBody = make_body(node, runtime, ada)
	body.walking_speed = 20.0
	await frames(3)
	runtime.request({"type": "move_request", "agent_id": ada, "position": Vector2(4, 0)})
	var seen := {"between": false}
	await until(func() -> bool:
		seen.between = seen.between or (node.position.x > 0.0 and node.position.x < 40.0)
		return node.position == Vector2(40, 0), "it arrives")
	check(seen.between, "it was on its way")


func test_the_game_reports_where_its_node_is() -> void:
	var runtime: AgentRuntime = new_runtime()
	var node := keep(Node2D.new()) as Node2D
	node.position = Vector2(70, 20)
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	make_body(node, runtime, ada).position_owner = AgentBody.OWNER_GAME
	await until(func() -> bool: return runtime.get_agent_state(ada).position == Vector2(7, 2),
			"the first report")
	node.position = Vector2(75, 20)
	await until(func() -> bool: return runtime.get_agent_state(ada).position == Vector2(7.5, 2),
			"the next report")
	equal(node.position, Vector2(75, 20), "nobody else moves the node")


func test_the_game_reports_where_its_node_of_three_dimensions_is() -> void:
	var runtime: AgentRuntime = new_runtime()
	var node := keep(Node3D.new()) as Node3D
	node.position = Vector3(70, 9, 20)
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	make_body(node, runtime, ada).position_owner = AgentBody.OWNER_GAME
	await until(func() -> bool: return runtime.get_agent_state(ada).position == Vector2(7, 2),
			"the report")
	equal(node.position, Vector3(70, 9, 20), "nobody else moves the node")


func test_the_order_of_nodes_and_calls_does_not_matter() -> void:
	var root := Node2D.new()
	var body := AgentBody.new()
	var runtime: AgentRuntime = make_runtime()
	root.add_child(body)
	root.add_child(runtime)
	runtime.name = "Runtime"
	body.runtime_path = ^"../Runtime"
	body.walking_speed = 0.0
	body.agent_id = "agent_001"
	keep(root)
	await frames(3)
	runtime.spawn_agent({"name": "Ada", "initial_position": Vector2(1, 1), "think_interval": 0})
	await until(func() -> bool: return root.position == Vector2(32, 32), "the place")
	await frames(5)
	equal(root.position, Vector2(32, 32), "where it stays")


func test_it_may_leave_before_or_after_its_runtime() -> void:
	for first: int in 2:
		var runtime: AgentRuntime = new_runtime()
		var node := keep(Node2D.new()) as Node2D
		var ada: String = runtime.spawn_agent({"name": "Ada"})
		var body: AgentBody = make_body(node, runtime, ada)
		await frames(5)
		var order: Array[Node] = [runtime, body]
		order[first].free()
		await frames(5)
		equal(is_instance_valid(order[1 - first]), true, "the other one is left")
		equal(node.get_child_count(), 1 - first, "bodies that are left")
		order[1 - first].free()
		equal(node.get_child_count(), 0, "bodies at the end")


func test_it_comes_back_with_its_parent() -> void:
	var runtime: AgentRuntime = new_runtime()
	var node := keep(Node2D.new()) as Node2D
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	make_body(node, runtime, ada)
	await frames(5)
	tree.root.remove_child(node)
	runtime.request({"type": "move_request", "agent_id": ada, "position": Vector2(8, 8)})
	await until(func() -> bool: return runtime.get_agent_state(ada).position == Vector2(8, 8),
			"the agent has moved")
	tree.root.add_child(node)
	await until(func() -> bool: return node.position == Vector2(80, 80), "the place")
	await frames(5)
	equal(node.position, Vector2(80, 80), "where it stays")


func test_bad_values_are_refused() -> void:
	var body := keep(AgentBody.new()) as AgentBody
	for size: float in [0.0, -1.0, NAN, INF]:
		expect_error("AgentBody: tile_size: ")
		body.tile_size = size
	equal(body.tile_size, 32.0, "tile_size")
	for speed: float in [-1.0, NAN, INF]:
		expect_error("AgentBody: walking_speed: ")
		body.walking_speed = speed
	equal(body.walking_speed, 3.0, "walking_speed")


func test_an_agent_that_is_not_there_is_one_error_and_not_one_each_frame() -> void:
	var runtime: AgentRuntime = new_runtime()
	var node := keep(Node2D.new()) as Node2D
	expect_error("there is no agent agent_007")
	make_body(node, runtime, "agent_007").position_owner = AgentBody.OWNER_GAME
	for frame: int in 20:
		node.position.x += 1.0
		await frames(1)


func test_a_position_that_is_none_is_one_error_until_there_is_one() -> void:
	var runtime: AgentRuntime = new_runtime()
	var node := keep(Node2D.new()) as Node2D
	var ada: String = runtime.spawn_agent({"think_interval": 0})
	make_body(node, runtime, ada).position_owner = AgentBody.OWNER_GAME
	await until(func() -> bool: return runtime.get_agent_state(ada).position_owner == "game",
			"the game's")
	expect_error("position.x")
	node.position = Vector2(NAN, 0)
	await frames(20)
	node.position = Vector2(30, 0)
	await until(func() -> bool: return runtime.get_agent_state(ada).position == Vector2(3, 0),
			"the next report")


func test_a_runtime_may_come_later_than_the_body() -> void:
	var node := keep(Node2D.new()) as Node2D
	var body := AgentBody.new()
	node.add_child(body)
	body.tile_size = 10.0
	body.agent_id = "agent_001"
	body.runtime_path = NodePath("../../Late")
	await frames(5)
	var runtime: AgentRuntime = make_runtime()
	runtime.name = "Late"
	keep(runtime)
	runtime.spawn_agent({"initial_position": Vector2(4, 2), "think_interval": 0})
	await until(func() -> bool: return node.position == Vector2(40, 20), "the place")
	await frames(5)
	equal(node.position, Vector2(40, 20), "where it stays")
