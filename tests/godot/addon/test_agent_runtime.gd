extends "res://addon/runtime_case.gd"
## The properties of AgentRuntime as a game's author meets them. Its configuration warnings are
## tested in editor/checks.sh, because only the editor can ask for them.

const GROUPS: Dictionary[String, Array] = {
	"Storage": ["storage_enabled", "database_path"],
	"Simulation": ["autostart", "paused", "random_seed", "time_scale", "helper_threads"],
	"Minds": ["recall_enabled"],
	"Gateway": ["gateway_enabled", "gateway_port"],
}
const BAD_PATHS: Array[String] = ["res://agents.db", "agents.db", "user://", "/tmp/", "user://a\nb"]


func test_it_is_a_node_that_can_be_made_and_freed() -> void:
	check(ClassDB.can_instantiate(&"AgentRuntime"), "can be instantiated")
	equal(str(ClassDB.get_parent_class(&"AgentRuntime")), "Node", "parent class")
	var node := AgentRuntime.new()
	equal(node.get_class(), "AgentRuntime", "class")
	keep(node)
	check(node.is_inside_tree(), "enters the tree")


func test_properties_stand_in_their_groups_in_the_order_of_use() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	var group: String = ""
	var found: Dictionary[String, Array] = {}
	for property: Dictionary in node.get_property_list():
		var usage: int = property.usage
		if usage & PROPERTY_USAGE_CATEGORY:
			group = ""
		elif usage & PROPERTY_USAGE_GROUP:
			group = property.name
		elif GROUPS.has(group):
			found.get_or_add(group, []).append(property.name)
	equal(found, GROUPS, "groups")


func test_properties_have_their_types_and_defaults() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	equal(node.storage_enabled, true, "storage_enabled")
	equal(node.database_path, "", "database_path")
	equal(node.autostart, true, "autostart")
	equal(node.paused, false, "paused")
	equal(node.random_seed, 0, "random_seed")
	equal(node.time_scale, 1.0, "time_scale")
	equal(node.helper_threads, -1, "helper_threads")
	equal(node.recall_enabled, false, "recall_enabled")
	equal(node.gateway_enabled, false, "gateway_enabled")
	equal(node.gateway_port, 0, "gateway_port")


func test_good_values_are_kept() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	for path: String in ["user://a.db", "/tmp/агенты 夜.db", ""]:
		node.database_path = path
		equal(node.database_path, path, "database_path")
	for number: int in [1, -1, 9223372036854775807, -9223372036854775808]:
		node.random_seed = number
		equal(node.random_seed, number, "random_seed")
	for scale: float in [0.01, 100.0, 2.5]:
		node.time_scale = scale
		equal(node.time_scale, scale, "time_scale")
	for count: int in [0, 64, -1]:
		node.helper_threads = count
		equal(node.helper_threads, count, "helper_threads")
	for port: int in [1, 65535, 0]:
		node.gateway_port = port
		equal(node.gateway_port, port, "gateway_port")


func test_bad_paths_are_refused_with_one_error_and_nothing_changes() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	node.database_path = "user://good.db"
	for path: String in BAD_PATHS:
		expect_error("AgentRuntime: database_path: ")
		node.database_path = path
		equal(node.database_path, "user://good.db", "database_path after " + var_to_str(path))


func test_bad_time_scales_are_refused_with_one_error_and_nothing_changes() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	node.time_scale = 2.0
	for scale: float in [0.0, -1.0, 100.5, INF, NAN]:
		expect_error("AgentRuntime: time_scale: ")
		node.time_scale = scale
		equal(node.time_scale, 2.0, "time_scale after %f" % scale)


func test_bad_helper_counts_are_refused_with_one_error_and_nothing_changes() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	node.helper_threads = 3
	for count: int in [-2, 65, 1 << 32, (1 << 32) + 4]:
		expect_error("AgentRuntime: helper_threads: ")
		node.helper_threads = count
		equal(node.helper_threads, 3, "helper_threads after %d" % count)


func test_a_value_set_twice_is_taken_as_once() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	for round_number: int in 2:
		node.database_path = "user://twice.db"
		node.time_scale = 4.0
		node.helper_threads = 2
		node.random_seed = 7
	equal([node.database_path, node.time_scale, node.helper_threads, node.random_seed],
			["user://twice.db", 4.0, 2, 7], "values")


func test_a_scene_keeps_what_differs_from_the_defaults() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	node.stop()
	node.time_scale = 3.0
	node.random_seed = 42
	var scene := PackedScene.new()
	equal(scene.pack(node), OK, "pack")
	equal(scene.get_state().get_node_property_count(0), 2, "properties stored")
	var copy := keep(scene.instantiate()) as AgentRuntime
	equal([copy.time_scale, copy.random_seed, copy.helper_threads], [3.0, 42, -1], "copy")


func test_the_database_path_comes_from_the_first_place_that_names_one() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	var before: String = OS.get_environment("AGENT_RUNTIME_DB")
	OS.unset_environment("AGENT_RUNTIME_DB")
	var user: String = OS.get_user_data_dir()
	equal(node.resolve_database_path(), user.path_join("agent_runtime.db"), "default")
	OS.set_environment("AGENT_RUNTIME_DB", "/tmp/from environment.db")
	equal(node.resolve_database_path(), "/tmp/from environment.db", "environment")
	OS.set_environment("AGENT_RUNTIME_DB", "postgres://ada@example.org/agents")
	equal(node.resolve_database_path(), "", "an address")
	node.stop()
	expect_error("AGENT_RUNTIME_COORDINATION")
	equal(node.start(), ERR_INVALID_PARAMETER, "start with an address")
	node.database_path = "user://mine.db"
	equal(node.resolve_database_path(), user.path_join("mine.db"), "property")
	OS.unset_environment("AGENT_RUNTIME_DB")
	if not before.is_empty():
		OS.set_environment("AGENT_RUNTIME_DB", before)


func test_a_script_may_extend_it() -> void:
	var script := GDScript.new()
	script.source_code = "extends AgentRuntime\nvar ready_seen := false\n" \
			+ "func _ready() -> void:\n\tready_seen = true\n\ttime_scale = 5.0\n"
	equal(script.reload(), OK, "compiles")
	var node: Node = keep(script.new() as Node)
	equal(node.get("ready_seen"), true, "_ready ran")
	equal(node.get("time_scale"), 5.0, "property set by the script")


func test_without_autostart_it_does_nothing_until_it_is_started() -> void:
	var before: PackedStringArray = DirAccess.get_files_at("user://")
	var node: AgentRuntime = make_runtime()
	node.autostart = false
	keep(node)
	await frames(3)
	check(not node.is_running(), "does not run")
	check(not node.is_processing() and not node.is_physics_processing(), "does not process")
	equal(DirAccess.get_files_at("user://"), before, "files in user://")
	equal(node.start(), OK, "start")
	check(node.is_running(), "runs")
	check(FileAccess.file_exists(node.database_path), "and has its file")
