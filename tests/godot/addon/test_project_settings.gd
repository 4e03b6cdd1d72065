extends "res://addon/runtime_case.gd"
## That the project settings are heeded, and what happens to values that cannot be used. That they
## exist is tested in test_library.gd.

const PREFIX := "agent_runtime/"


## Starts a runtime with one setting changed.
func runtime_with(name: String, value: Variant, database: String = "") -> AgentRuntime:
	var before: Variant = ProjectSettings.get_setting(PREFIX + name)
	ProjectSettings.set_setting(PREFIX + name, value)
	var runtime: AgentRuntime = new_runtime(database)
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
		["storage/max_megabytes", -2],
		["debug/record_inputs", "yes"],
		["jobs/enabled", "no"],
		["jobs/in_exported_games", 1],
		["jobs/programs", "claude"],
		["jobs/most_running", 0],
		["jobs/dollars", NAN],
		["minds/default_backend", "oracle"],
		["minds/cli_in_exported_games", 1],
		["minds/prices_file", "user://no_such_prices.json"],
		["minds/caps/total_dollars", -1.0],
		["minds/anthropic/headers", ["X-Game"]],
		["minds/anthropic/headers", {"X-Game": 7}],
		["minds/anthropic/headers", {"x-api-key": "marker-key"}],
		["minds/openai/model", 4],
		["minds/openai/connect_timeout", 0.0],
		["minds/claude/retries", 1000],
		["minds/game/total_timeout", NAN],
	]:
		expect_error("the project setting %s%s is " % [PREFIX, bad[0]])
		check(runtime_with(bad[0] as String, bad[1]).is_running(), "it runs with %s" % [bad])


func test_what_is_logged_goes_to_the_file_that_is_named() -> void:
	var path: String = "user://case_%d.log" % OS.get_process_id()
	var database: String = new_database()
	var damaged := FileAccess.open(database, FileAccess.WRITE)
	damaged.store_string("This is no database. ".repeat(100))
	damaged.close()
	expect_error("the database was damaged and set aside") # it goes to the engine's output too
	runtime_with("log/file", path, database)
	await frames(3)
	var line: String = FileAccess.get_file_as_string(path)
	check(line.contains("error") and line.contains("the database was damaged"), line)
