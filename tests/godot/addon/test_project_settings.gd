extends "res://addon/runtime_case.gd"
## That the project settings are heeded, and what happens to values that cannot be used. That they
## exist is tested in test_library.gd.

const PREFIX := "agent_runtime/"


## Starts a runtime with one setting changed.
func runtime_with(name: String, value: Variant) -> AgentRuntime:
	var before: Variant = ProjectSettings.get_setting(PREFIX + name)
	ProjectSettings.set_setting(PREFIX + name, value)
	var runtime: AgentRuntime = new_runtime()
	ProjectSettings.set_setting(PREFIX + name, before)
	return runtime


func test_hearing_reaches_as_far_as_the_setting_says() -> void:
	for radius: float in [2.0, 50.0]:
		var runtime: AgentRuntime = runtime_with("agents/hearing_radius", radius)
		var spoke: Array[Array] = record(runtime, &"agent_spoke")
		var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
		var bea: String = runtime.spawn_agent(
				{"name": "Bea", "think_interval": 0, "initial_position": Vector2(20, 0)})
		runtime.send_message("", "Is anybody here?", ada)
		await until(func() -> bool: return spoke.size() > 0, "agent_spoke")
		equal((spoke[0][2] as PackedStringArray).has(bea), radius == 50.0,
				"heard 20 tiles away with a radius of %f" % radius)


func test_nobody_overhears_when_the_setting_says_so() -> void:
	var runtime: AgentRuntime = runtime_with("agents/overhearing_thinkers", 0)
	var changed: Array[Array] = record(runtime, &"agent_state_changed")
	for number: int in 5:
		runtime.spawn_agent({"name": "A%d" % number, "think_interval": 0})
	runtime.send_message("", "Who wants coffee?")
	await until(func() -> bool: return changed.size() >= 10, "all have listened and are idle")
	await frames(50)
	for each: Array in changed:
		check(each[2] != AgentRuntime.STATE_THINKING, "nobody thinks: %s" % [each])


func test_values_that_cannot_be_used_are_told_and_the_default_counts() -> void:
	for bad: Array in [
		["agents/hearing_radius", "far"],
		["agents/hearing_radius", NAN],
		["agents/think_interval", -1.0],
		["agents/characters_per_second", INF],
		["agents/overhearing_thinkers", 1 << 40],
		["events/frame_budget_usec", "all"],
		["log/level", "shout"],
		["log/file", 7],
		["storage/max_events", -1],
		["storage/max_days", "ever"],
		["storage/max_megabytes", NAN],
		["debug/record_inputs", "yes"],
	]:
		expect_error("the project setting %s%s is " % [PREFIX, bad[0]])
		check(runtime_with(bad[0] as String, bad[1]).is_running(), "it runs with %s" % [bad])


func test_what_is_logged_goes_to_the_file_that_is_named() -> void:
	var path: String = "user://case_%d.log" % OS.get_process_id()
	var runtime: AgentRuntime = runtime_with("log/file", path)
	expect_error("wants the mind \"codex\"") # it goes to the engine's output too
	var ada: String = runtime.spawn_agent({"cli_backend": "codex"})
	await frames(3)
	var line: String = FileAccess.get_file_as_string(path)
	check(line.contains("warning") and line.contains(ada + " wants the mind \"codex\""), line)
