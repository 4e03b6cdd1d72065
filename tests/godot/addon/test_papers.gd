extends "res://addon/runtime_case.gd"
## What the papers promise.

const ROOT := "res://../.."


func test_the_first_lines_of_the_readme_run_as_they_stand() -> void:
	var readme: String = FileAccess.get_file_as_string(ROOT.path_join("README.md"))
	var script := GDScript.new()
	script.source_code = readme.get_slice("```gdscript\n", 1).get_slice("```", 0)
	contains(script.source_code, "AgentRuntime.new()", "the lines")
	equal(script.reload(), OK, "they compile")
	var node: Node = keep(script.new() as Node)
	var runtime := node.get_child(0) as AgentRuntime
	equal(runtime.resolve_database_path(), OS.get_user_data_dir().path_join("town.db"), "the path")
	runtime.time_scale = FAST
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	await until(func() -> bool: return not spoke.is_empty() and spoke[-1][0] == "agent_001",
			"Ada's answer")


func test_the_case_in_the_contributing_guide_compiles() -> void:
	var guide: String = FileAccess.get_file_as_string(ROOT.path_join("CONTRIBUTING.md"))
	var script := GDScript.new()
	script.source_code = guide.get_slice("```gdscript\n", 1).get_slice("```", 0)
	equal(script.reload(), OK, "it compiles")
	check(script.can_instantiate(), "it can be run")


func test_the_addon_carries_the_projects_licence() -> void:
	var licence: String = FileAccess.get_file_as_string(ROOT.path_join("LICENSE.md"))
	contains(licence, "AgentRuntime contributors", "LICENSE.md")
	var copy: String = FileAccess.get_file_as_string("res://addons/agent_runtime/LICENSE.md")
	equal(copy, licence, "the copy")
