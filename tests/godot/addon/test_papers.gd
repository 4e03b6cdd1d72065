extends "res://addon/runtime_case.gd"
## What the papers promise.

const ROOT := "res://../.."


## Returns the code block of GDScript with this number, from 1, of a paper.
func block(paper: String, number: int) -> String:
	var text: String = FileAccess.get_file_as_string(ROOT.path_join(paper))
	return text.get_slice("```gdscript\n", number).get_slice("```", 0)


func test_the_three_lines_of_the_readme_run_as_they_stand() -> void:
	var script := GDScript.new()
	script.source_code = "extends Node\nfunc _ready() -> void:\n" \
			+ block("README.md", 1).indent("\t")
	equal(script.source_code.count("\n"), 5, "lines")
	equal(script.reload(), OK, "they compile")
	var node := script.new() as Node
	var runtime: AgentRuntime = make_runtime()
	runtime.name = "AgentRuntime"
	node.add_child(runtime)
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	keep(node)
	await until(func() -> bool: return not spoke.is_empty() and spoke[-1][0] == "agent_001",
			"Ada's answer")


func test_the_first_lines_of_the_readme_run_as_they_stand() -> void:
	var script := GDScript.new()
	script.source_code = block("README.md", 2)
	contains(script.source_code, "AgentRuntime.new()", "the lines")
	equal(script.reload(), OK, "they compile")
	var node: Node = keep(script.new() as Node)
	var runtime := node.get_child(0) as AgentRuntime
	equal(runtime.resolve_database_path(), OS.get_user_data_dir().path_join("town.db"), "the path")
	runtime.time_scale = FAST
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	await until(func() -> bool: return not spoke.is_empty() and spoke[-1][0] == "agent_001",
			"Ada's answer")


func test_the_lines_about_actions_register_one() -> void:
	var script := GDScript.new()
	script.source_code = "extends Object\nstatic func allow(runtime: AgentRuntime) -> void:\n" \
			+ block("README.md", 3).indent("\t")
	equal(script.reload(), OK, "they compile")
	var runtime: AgentRuntime = make_runtime()
	script.call("allow", runtime)
	equal(runtime.unregister_action("open_door"), OK, "it is registered")
	runtime.free()


## Returns the block as a method of a node that is in the tree.
func node_with(number: int) -> Node:
	var script := GDScript.new()
	script.source_code = "extends Node2D\nfunc follow(runtime: AgentRuntime) -> void:\n" \
			+ block("README.md", number).indent("\t")
	equal(script.reload(), OK, "they compile")
	return keep(script.new() as Node)


func test_the_lines_about_maps_walk_an_agent_beside_another() -> void:
	var runtime: AgentRuntime = new_runtime()
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	node_with(4).call("follow", runtime)
	await until(func() -> bool: return arrived.size() == 1, "agent_arrived")
	equal(arrived[0][0], "agent_001", "who")
	equal((arrived[0][1] as Vector2).distance_to(Vector2(13, 2)), 1.0, "beside the other")


func test_the_lines_about_walks_of_the_game_report_the_arrival() -> void:
	var runtime: AgentRuntime = new_runtime()
	var arrived: Array[Array] = record(runtime, &"agent_arrived")
	var asked: Array[Array] = record(runtime, &"walk_requested")
	var cancelled: Array[Array] = record(runtime, &"walk_cancelled")
	var node: Node = node_with(5)
	node.call("follow", runtime)
	var agents: PackedStringArray = runtime.spawn_agents(
			{"position_owner": "game", "think_interval": 0}, 2)
	for number: int in 2:
		runtime.walk_agent(agents[number], Vector2i(3 + number, 2))
	await until(func() -> bool: return arrived.size() == 2, "both arrive")
	equal(body_of(node, 0).position, Vector2(48, 32), "where the node of the first is")
	equal(body_of(node, 1).position, Vector2(64, 32), "where the node of the second is")
	# A walk that takes the place of another one, and one that is stopped.
	runtime.walk_agent(agents[0], Vector2i(9, 9))
	await until(func() -> bool: return asked.size() == 3, "the third walk")
	runtime.walk_agent(agents[0], Vector2i(3, 4))
	await until(func() -> bool: return arrived.size() == 3, "it arrives")
	equal(body_of(node, 0).position, Vector2(48, 64), "where it is")
	runtime.walk_agent(agents[0], Vector2i(9, 9))
	await until(func() -> bool: return asked.size() == 5, "the last walk")
	runtime.stop_agent(agents[0])
	await until(func() -> bool: return cancelled.size() == 2, "walk_cancelled")
	var place: Vector2 = body_of(node, 0).position
	await tree.create_timer(1.2).timeout # longer than the way takes
	equal(body_of(node, 0).position, place, "where it has stopped")
	# One that is called off in the frame in which its tween ends: a script error would fail this.
	runtime.walk_cancelled.emit(asked[0][0], agents[0], "too late")


func body_of(node: Node, number: int) -> Node2D:
	return node.get_child(number) as Node2D


func test_the_lines_about_auto_mode_lead_a_conversation_to_its_end() -> void:
	var runtime: AgentRuntime = new_runtime()
	var started: Array[Array] = record(runtime, &"auto_mode_started")
	var said: Array[Array] = record(runtime, &"agent_message")
	var ended: Array[Array] = record(runtime, &"auto_mode_ended")
	node_with(6).call("follow", runtime)
	await until(func() -> bool: return ended.size() == 1, "auto_mode_ended")
	equal((started[0][1] as PackedStringArray).size(), 3, "who takes part")
	check(said.size() in range(1, 7), "what is said: %s" % [said])


func test_the_lines_about_save_games_save_one() -> void:
	var runtime: AgentRuntime = new_runtime()
	node_with(7).call("follow", runtime)
	await until(func() -> bool: return runtime.list_slots().size() == 1, "it is saved")
	equal(runtime.list_slots()[0].slot, "evening", "the slot")


func test_the_lines_about_minds_let_one_think() -> void:
	var script := GDScript.new()
	script.source_code = "extends Node\nfunc give(runtime: AgentRuntime) -> void:\n" \
			+ block("README.md", 8).indent("\t")
	equal(script.reload(), OK, "they compile")
	var node: Node = keep(script.new() as Node)
	var runtime: AgentRuntime = make_runtime()
	keep(runtime)
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	node.call("give", runtime)
	await until(func() -> bool: return not spoke.is_empty() and spoke[-1][0] == "agent_001",
			"an answer")
	equal(spoke[-1][1], "Let me think about that tomorrow.", "what it says")


func test_the_lines_about_tools_register_one() -> void:
	var script := GDScript.new()
	script.source_code = "extends Object\nstatic func allow(runtime: AgentRuntime) -> void:\n" \
			+ block("README.md", 9).indent("\t")
	equal(script.reload(), OK, "they compile")
	var runtime: AgentRuntime = make_runtime()
	script.call("allow", runtime)
	equal(runtime.unregister_tool("find_place"), OK, "it is registered")
	runtime.free()


func test_the_lines_about_the_gateway_open_it() -> void:
	var script := GDScript.new()
	script.source_code = "extends Object\nstatic func open(runtime: AgentRuntime) -> void:\n" \
			+ block("README.md", 10).indent("\t")
	equal(script.reload(), OK, "they compile")
	var runtime: AgentRuntime = make_runtime()
	script.call("open", runtime)
	equal([runtime.gateway_enabled, runtime.gateway_port], [true, 8765], "properties")
	runtime.free()


func test_the_map_names_every_room() -> void:
	var map: String = FileAccess.get_file_as_string(ROOT.path_join("src/README.md"))
	var core: String = ProjectSettings.globalize_path("res://").path_join("../../src/core")
	var rooms: PackedStringArray = DirAccess.get_directories_at(core.simplify_path())
	check(rooms.has("store"), "rooms: %s" % [rooms])
	for room: String in rooms:
		check(map.contains("| `core/%s/` |" % room), "core/%s" % room)


func test_the_map_names_every_thread() -> void:
	var map: String = FileAccess.get_file_as_string(ROOT.path_join("src/README.md"))
	var before: Dictionary[String, String] = threads()
	var runtime: AgentRuntime = make_runtime()
	runtime.helper_threads = 2
	runtime.gateway_enabled = true
	keep(runtime)
	# A thread that has just begun still has the process's name.
	await until(func() -> bool:
		var now: Dictionary[String, String] = threads()
		return now.keys().all(func(id: String) -> bool:
				return before.has(id) or now[id] != before.values()[0]), "all have their names")
	var ours: int = 0
	var after: Dictionary[String, String] = threads()
	for id: String in after:
		if not before.has(id):
			ours += 1
			var name: String = "ar-helper-N" if "ar-helper-" in after[id] else after[id]
			check(map.contains("| `%s` (" % name), "thread " + name)
	check(ours >= 8, "threads of a runtime: %d" % ours)


## Returns the names of the process's threads, by id.
func threads() -> Dictionary[String, String]:
	var found: Dictionary[String, String] = {}
	for id: String in DirAccess.get_directories_at("/proc/self/task"):
		var file := FileAccess.open("/proc/self/task/%s/comm" % id, FileAccess.READ)
		found[id] = file.get_line() if file != null else ""
	return found


func test_the_case_in_the_contributing_guide_compiles() -> void:
	var script := GDScript.new()
	script.source_code = block("CONTRIBUTING.md", 1)
	equal(script.reload(), OK, "it compiles")
	check(script.can_instantiate(), "it can be run")


func test_the_addon_carries_the_projects_licence() -> void:
	var licence: String = FileAccess.get_file_as_string(ROOT.path_join("LICENSE.md"))
	contains(licence, "AgentRuntime contributors", "LICENSE.md")
	var copy: String = FileAccess.get_file_as_string("res://addons/agent_runtime/LICENSE.md")
	equal(copy, licence, "the copy")


func test_the_lines_of_the_page_about_jobs_run_as_they_stand() -> void:
	var page: String = "addons/agent_runtime/docs/jobs.md"
	var script := GDScript.new()
	script.source_code = "extends Node\nvar job: AgentProgramJob\n" \
			+ "func work(runtime: AgentRuntime) -> void:\n" \
			+ block(page, 1).replace("var job: AgentProgramJob =", "job =").indent("\t") \
			+ "func speak() -> void:\n" + block(page, 2).indent("\t") \
			+ "func ask(runtime: AgentRuntime) -> void:\n" + block(page, 3).indent("\t")
	equal(script.reload(), OK, "they compile")
	var node: Node = keep(script.new() as Node)
	var runtime: AgentRuntime = new_runtime()
	node.call("ask", runtime)
	node.call("work", runtime)
	var job: AgentProgramJob = node.get("job")
	await job.wait()
	equal(job.status, AgentJob.STATUS_COMPLETED, "status")
	equal(job.last_seq, 1, "lines")
