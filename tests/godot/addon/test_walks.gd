extends "res://addon/runtime_case.gd"
## Agents that the runtime walks over a map, as a game sees them.


func test_an_agent_walks_round_the_walls_and_says_how_and_where_it_arrives() -> void:
	var runtime: AgentRuntime = new_office()
	runtime.time_scale = 5.0 # so that frames see it under way
	runtime.map.fill_solid(Rect2i(3, 0, 1, 5))
	var paths: Array[Array] = record(runtime, &"agent_path_changed")
	var passing: Array[Array] = record(runtime, &"agent_position_changed")
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	var moved: Array[Array] = record(runtime, &"agent_moved")
	var ada: String = spawn(runtime, Vector2(1, 1))
	equal(runtime.walk_agent(ada, Vector2i(5, 1)), OK, "walk_agent")
	await until(func() -> bool: return arrived.size() == 1, "agent_arrived")
	equal(arrived[0].slice(0, 2), [ada, Vector2(5, 1)], "where")
	await until(func() -> bool: return moved.size() == 1, "agent_moved")
	equal(moved[0], [ada, Vector2(1, 1), Vector2(5, 1)], "agent_moved")
	var way := paths[0][1] as PackedVector2Array
	check(way[0].distance_to(Vector2(1, 1)) < 1.0, "where the path begins: %s" % way[0])
	equal(way[-1], Vector2(5, 1), "where it ends")
	check(way.has(Vector2(3, 5)), "round the wall: %s" % way)
	equal(paths[0][2], 3.0, "speed")
	check(passing.any(func(each: Array) -> bool: return (each[1] as Vector2).y > 1.0),
			"seen under way")
	await until(func() -> bool: return (paths[-1][1] as PackedVector2Array).is_empty(), "it stands")
	equal(runtime.get_agent_state(ada).walking, false, "walking")
	equal(runtime.get_agent_state(ada).position, Vector2(5, 1), "position")


func test_where_no_way_leads_the_agent_stays_and_says_why() -> void:
	var runtime: AgentRuntime = new_office()
	runtime.map.fill_solid(Rect2i(3, 0, 1, 8))
	var blocked: Array[Array] = record(runtime, &"agent_blocked")
	var ada: String = spawn(runtime, Vector2(1, 1))
	equal(runtime.walk_agent(ada, Vector2i(5, 1)), OK, "walk_agent")
	await until(func() -> bool: return blocked.size() == 1, "agent_blocked")
	equal(blocked[0].slice(0, 2), [ada, Vector2(5, 1)], "who, and where to")
	check(not (blocked[0][2] as String).is_empty(), "why")
	equal(runtime.get_agent_state(ada).position, Vector2(1, 1), "position")


func test_who_walks_up_to_another_stands_beside_it_and_looks_at_it() -> void:
	var runtime: AgentRuntime = new_office()
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	var turned: Array[Array] = record(runtime, &"agent_turned")
	var ada: String = spawn(runtime, Vector2(1, 3))
	var bob: String = spawn(runtime, Vector2(6, 3))
	equal(runtime.walk_agent_beside(ada, bob), OK, "walk_agent_beside")
	await until(func() -> bool: return arrived.size() == 1, "agent_arrived")
	equal(arrived[0], [ada, Vector2(5, 3), AgentMap.FACING_RIGHT], "beside it, looking at it")
	equal(runtime.get_agent_state(ada).facing, int(AgentMap.FACING_RIGHT), "facing")
	check(turned.any(func(each: Array) -> bool: return each == [ada, AgentMap.FACING_RIGHT]),
			"agent_turned: %s" % [turned])


func test_an_agent_appears_on_its_seat_and_goes_back_to_it() -> void:
	var runtime: AgentRuntime = new_office()
	runtime.map.add_seat("desk", Vector2i(2, 2), AgentMap.FACING_UP)
	runtime.map.add_seat("other", Vector2i(6, 6), AgentMap.FACING_LEFT)
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	var config := AgentConfig.new()
	config.seat = "desk"
	config.walk_speed = 5.0
	config.think_interval = 0.0
	var ada: String = runtime.spawn_agent(config)
	await until(func() -> bool: return not runtime.get_agent_state(ada).pending, "it lives")
	var state: Dictionary = runtime.get_agent_state(ada)
	equal([state.position, state.seat, state.facing], [Vector2(2, 2), "desk", 3], "on its seat")
	runtime.walk_agent(ada, Vector2i(4, 4))
	await until(func() -> bool: return arrived.size() == 1, "away")
	equal(runtime.walk_agent_to_seat(ada), OK, "walk_agent_to_seat")
	await until(func() -> bool: return arrived.size() == 2, "back")
	equal(arrived[1], [ada, Vector2(2, 2), AgentMap.FACING_UP], "on the seat, looking at the desk")
	equal(runtime.assign_seat(ada, "other"), OK, "assign_seat")
	runtime.walk_agent_to_seat(ada)
	await until(func() -> bool: return arrived.size() == 3, "to the other")
	equal(arrived[2], [ada, Vector2(6, 6), AgentMap.FACING_LEFT], "the other seat")
	expect_error("assign_seat: seat: the map has no seat \"none\"")
	equal(runtime.assign_seat(ada, "none"), ERR_INVALID_PARAMETER, "no such seat")


func test_a_wall_that_is_built_on_the_way_is_walked_round() -> void:
	var runtime: AgentRuntime = new_office()
	runtime.time_scale = 1.0
	var paths: Array[Array] = record(runtime, &"agent_path_changed")
	var passing: Array[Array] = record(runtime, &"agent_position_changed")
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	var ada: String = spawn(runtime, Vector2(0, 0))
	runtime.walk_agent(ada, Vector2i(7, 0))
	await until(func() -> bool: return not passing.is_empty(), "it is on its way")
	runtime.map.fill_solid(Rect2i(5, 0, 1, 3))
	await until(func() -> bool: return paths.size() > 1, "another path")
	check(not (paths[1][1] as PackedVector2Array).has(Vector2(5, 0)), "not through the wall")
	runtime.time_scale = FAST
	await until(func() -> bool: return arrived.size() == 1, "agent_arrived")
	equal(arrived[0].slice(0, 2), [ada, Vector2(7, 0)], "where")
	check(not passing.any(func(each: Array) -> bool:
			return (each[1] as Vector2).round().x == 5.0 and (each[1] as Vector2).y < 2.5),
			"never through the wall")


func test_an_agent_stops_where_it_is_told_to() -> void:
	var runtime: AgentRuntime = new_office()
	runtime.time_scale = 1.0
	var paths: Array[Array] = record(runtime, &"agent_path_changed")
	var passing: Array[Array] = record(runtime, &"agent_position_changed")
	var ada: String = spawn(runtime, Vector2(0, 0))
	runtime.walk_agent(ada, Vector2i(7, 7))
	await until(func() -> bool: return not passing.is_empty(), "it is on its way")
	equal(runtime.get_agent_state(ada).target, Vector2(7, 7), "target")
	equal(runtime.stop_agent(ada), OK, "stop_agent")
	await until(func() -> bool: return (paths[-1][1] as PackedVector2Array).is_empty(), "it stands")
	await until(func() -> bool: return not runtime.get_agent_state(ada).walking as bool, "walking")
	var at: Vector2 = runtime.get_agent_state(ada).position
	equal(at, at.round(), "on a tile")
	check(at != Vector2(7, 7), "before it arrives")


func test_two_never_stand_on_one_tile() -> void:
	var runtime: AgentRuntime = new_office()
	var ended: Array[Array] = record(runtime, &"agent_arrived")
	var blocked: Array[Array] = record(runtime, &"agent_blocked")
	var agents: PackedStringArray = []
	for number: int in 8:
		agents.append(spawn(runtime, Vector2(number, 0)))
	for agent: String in agents:
		runtime.walk_agent_beside(agent, agents[0] if agent != agents[0] else agents[1])
	await until(func() -> bool: return ended.size() + blocked.size() == agents.size(), "all ended")
	await until(func() -> bool: return not Array(agents).any(
			func(agent: String) -> bool: return runtime.get_agent_state(agent).walking), "rest")
	var taken: Dictionary[Vector2, String] = {}
	for agent: String in agents:
		var at: Vector2 = runtime.get_agent_state(agent).position
		check(not taken.has(at), "%s stands where %s does" % [agent, taken.get(at)])
		taken[at] = agent


func test_a_body_keeps_pace_with_its_agent_and_knows_where_to_look() -> void:
	var runtime: AgentRuntime = new_office()
	runtime.time_scale = 4.0
	var ada: String = spawn(runtime, Vector2(1, 1))
	var node := keep(Node2D.new()) as Node2D
	var body := AgentBody.new()
	body.agent_id = ada
	body.tile_size = 10.0
	node.add_child(body)
	body.runtime_path = body.get_path_to(runtime)
	await until(func() -> bool: return node.position == Vector2(10, 10), "the first place")
	var walking: Array[Array] = record(body, &"walking_changed")
	var facing: Array[Array] = record(body, &"facing_changed")
	runtime.walk_agent(ada, Vector2i(4, 1))
	await until(func() -> bool: return body.is_walking(), "it walks")
	runtime.walk_agent(ada, Vector2i(6, 1))
	await until(func() -> bool: return node.position == Vector2(60, 10), "the next place")
	await until(func() -> bool: return not body.is_walking(), "it stands")
	equal(walking, [[true], [false]], "once")
	equal(int(body.get_facing()), int(AgentMap.FACING_RIGHT), "facing")
	check(facing.has([AgentMap.FACING_RIGHT]), "facing_changed: %s" % [facing])


func test_a_wandering_agent_walks_about_of_its_own_accord() -> void:
	var runtime: AgentRuntime = new_office()
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	var ada: String = runtime.spawn_agent({"routine": "wander", "think_interval": 0,
			"initial_position": Vector2(3, 3)})
	await until(func() -> bool: return arrived.size() >= 2, "it walks")
	check(arrived.all(func(each: Array) -> bool: return each[0] == ada), "itself")


func test_the_map_may_be_set_before_or_after_the_start_and_taken_away() -> void:
	var runtime: AgentRuntime = make_runtime()
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	var paths: Array[Array] = record(runtime, &"agent_path_changed")
	runtime.map = new_map()
	keep(runtime)
	var ada: String = spawn(runtime, Vector2(0, 0))
	runtime.walk_agent(ada, Vector2i(2, 0))
	await until(func() -> bool: return arrived.size() == 1, "on the map")
	check(not paths.is_empty(), "it took a way")
	runtime.map = null
	paths.clear()
	runtime.walk_agent(ada, Vector2i(500, 500))
	await until(func() -> bool: return arrived.size() == 2, "without one")
	equal(arrived[1].slice(0, 2), [ada, Vector2(500, 500)], "at once")


func test_a_map_that_is_none_is_refused_and_the_old_one_lasts() -> void:
	var runtime: AgentRuntime = new_office()
	var blocked: Array[Array] = record(runtime, &"agent_blocked")
	var ada: String = spawn(runtime, Vector2(0, 0))
	await frames(2)
	expect_error("AgentMap: it cannot be used: map.size: 0 x 0 tiles are no map")
	runtime.map.size = Vector2i()
	await frames(2)
	runtime.walk_agent(ada, Vector2i(50, 50))
	await until(func() -> bool: return blocked.size() == 1, "the old map")


func test_a_run_on_a_map_that_was_recorded_is_the_same_when_it_runs_again() -> void:
	var path: String = new_database()
	ProjectSettings.set_setting("agent_runtime/debug/record_inputs", true)
	var runtime: AgentRuntime = new_runtime(path)
	ProjectSettings.set_setting("agent_runtime/debug/record_inputs", false)
	runtime.map = new_map()
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	for number: int in 4:
		var agent: String = runtime.spawn_agent({"routine": "wander", "think_interval": 0,
				"initial_position": Vector2(number, 0)})
		runtime.walk_agent(agent, Vector2i(7 - number, 7))
	await until(func() -> bool: return arrived.size() >= 4, "they walk")
	runtime.map.fill_solid(Rect2i(0, 3, 6, 1))
	await until(func() -> bool: return arrived.size() >= 8, "round the wall")
	runtime.stop()
	var replayed: Dictionary = AgentRuntime.replay_recording(path)
	check(replayed.steps > 0 and replayed.events > 8, "steps and events: %s" % replayed)
	check(not replayed.has("divergence"), "the same: %s" % replayed)


func test_who_is_not_there_cannot_walk() -> void:
	var runtime: AgentRuntime = new_office()
	expect_error("walk_agent: agent_id: \"Ada\" is not the id of an agent")
	equal(runtime.walk_agent("Ada", Vector2i(1, 1)), ERR_INVALID_PARAMETER, "a name")
	expect_error("walk_agent: agent_id: there is no agent agent_009")
	equal(runtime.walk_agent("agent_009", Vector2i(1, 1)), ERR_DOES_NOT_EXIST, "nobody")
	var ada: String = spawn(runtime, Vector2(0, 0))
	expect_error("walk_agent_beside: other_id: ")
	equal(runtime.walk_agent_beside(ada, ""), ERR_INVALID_PARAMETER, "beside nobody")
	expect_error("walk_agent_beside: beside: is the agent itself")
	equal(runtime.walk_agent_beside(ada, ada), ERR_INVALID_PARAMETER, "beside itself")


func new_map() -> AgentMap:
	var map := AgentMap.new()
	map.size = Vector2i(8, 8)
	return map


## A runtime with an empty map of 8 x 8 tiles.
func new_office() -> AgentRuntime:
	var runtime: AgentRuntime = new_runtime()
	runtime.map = new_map()
	return runtime


func spawn(runtime: AgentRuntime, at: Vector2) -> String:
	return runtime.spawn_agent({"initial_position": at, "think_interval": 0})
