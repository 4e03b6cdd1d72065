extends "res://test_case.gd"
## What the loaded library says about itself.


func test_the_library_names_its_version_and_target() -> void:
	var info: Dictionary = AgentRuntime.get_library_info()
	var version: String = FileAccess.get_file_as_string("res://../../VERSION").strip_edges()
	equal(info.version, version, "version")
	equal(info.target, "debug", "target")
	equal(info.godot, Engine.get_version_info().string, "godot")


func test_the_library_names_the_versions_inside_it() -> void:
	var number := RegEx.create_from_string("^\\d+(\\.\\d+)+$")
	var info: Dictionary = AgentRuntime.get_library_info()
	for key: String in ["sqlite", "yaml_cpp", "nlohmann_json"]:
		var version: String = info.get(key, "")
		check(number.search(version) != null, "%s is a version: \"%s\"" % [key, version])
	check(not str(info.get("compiler", "")).is_empty(), "the compiler is named")


func test_what_is_built_into_the_library_works_here() -> void:
	equal(AgentRuntime.find_library_problems(), PackedStringArray(), "problems")


func test_each_call_returns_a_dictionary_of_its_own() -> void:
	var first: Dictionary = AgentRuntime.get_library_info()
	first.version = "changed"
	check(AgentRuntime.get_library_info().version != "changed", "the next call is not affected")


func test_the_extension_is_loaded_from_the_addon() -> void:
	var path: String = "res://addons/agent_runtime/agent_runtime.gdextension"
	check(GDExtensionManager.is_extension_loaded(path), path + " is loaded")


func test_project_settings_are_registered_with_their_defaults() -> void:
	var defaults: Dictionary[String, Variant] = {
		"agent_runtime/editor/check_setup_on_start": true,
		"agent_runtime/events/frame_budget_usec": 1000,
		"agent_runtime/log/level": "warning",
		"agent_runtime/log/file": "",
		"agent_runtime/storage/max_events": 1000000,
		"agent_runtime/storage/max_days": 30,
		"agent_runtime/storage/max_megabytes": -1,
		"agent_runtime/debug/record_inputs": false,
		"agent_runtime/agents/hearing_radius": 6.0,
		"agent_runtime/agents/think_interval": 5.0,
		"agent_runtime/agents/characters_per_second": 20.0,
		"agent_runtime/agents/overhearing_thinkers": 1,
		"agent_runtime/time/most_lag": 1.0,
		"agent_runtime/jobs/enabled": true,
		"agent_runtime/jobs/in_exported_games": false,
		"agent_runtime/jobs/programs": PackedStringArray(["claude", "codex"]),
		"agent_runtime/jobs/folders": PackedStringArray(),
		"agent_runtime/jobs/folder": "",
		"agent_runtime/jobs/most_running": 3,
		"agent_runtime/jobs/output_megabytes": 256,
		"agent_runtime/jobs/memory_megabytes": 4096,
		"agent_runtime/jobs/seconds": 0,
		"agent_runtime/jobs/dollars": 1.0,
		"agent_runtime/jobs/keep_days": 30,
		"agent_runtime/jobs/keep_count": 500,
		"agent_runtime/jobs/keep_megabytes": 2000,
		"agent_runtime/jobs/launcher": PackedStringArray(),
		"agent_runtime/minds/default_backend": "offline",
		"agent_runtime/minds/cli_in_exported_games": false,
		"agent_runtime/minds/trusted_certificates": "",
		"agent_runtime/minds/prices_file": "",
		"agent_runtime/minds/caps/total_calls": 0,
		"agent_runtime/minds/caps/total_dollars": 1.0,
		"agent_runtime/minds/caps/agent_paid_calls": 50,
		"agent_runtime/minds/caps/group_tokens": 0,
		"agent_runtime/minds/anthropic/base_url": "",
		"agent_runtime/minds/anthropic/headers": {},
		"agent_runtime/minds/anthropic/temperature": -1.0,
		"agent_runtime/minds/anthropic/connect_timeout": 10.0,
		"agent_runtime/minds/openai/model": "",
		"agent_runtime/minds/openai/calls_at_once": 4,
		"agent_runtime/minds/claude/program": "",
		"agent_runtime/minds/codex/enabled": true,
		"agent_runtime/minds/game/total_timeout": 60.0,
	}
	for name: String in defaults:
		check(ProjectSettings.has_setting(name), name + " exists")
		equal(ProjectSettings.get_setting(name), defaults[name], name)
		equal(ProjectSettings.property_get_revert(name), defaults[name], "default of " + name)
