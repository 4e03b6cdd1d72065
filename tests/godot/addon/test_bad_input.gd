extends "res://addon/runtime_case.gd"
## Whatever a script hands over: an error that names the field, and nothing has changed.


## Each is a config that is refused, with the part of the error that names the field.
func bad_configs() -> Array[Array]:
	var position: String = "agent_config.initial_position"
	return [
		[null, "agent_config: is neither a Dictionary nor an AgentConfig"],
		["Ada", "agent_config: is neither a Dictionary nor an AgentConfig"],
		[42, "agent_config: is neither a Dictionary nor an AgentConfig"],
		[[], "agent_config: is neither a Dictionary nor an AgentConfig"],
		[Resource.new(), "agent_config: is of type Object"],
		[{"name": 7}, "agent_config.name: "],
		[{"name": ""}, "agent_config.name: "],
		[{"name": "a\nb"}, "agent_config.name: "],
		[{"name": "x".repeat(1_000_000)}, "agent_config.name: "],
		[{"naem": "Ada"}, "did you mean name?"],
		[{"cli_backend": "gpt"}, "agent_config.cli_backend: "],
		[{"initial_position": 3}, position + ": "],
		[{"initial_position": {"x": 1}}, position + ".y: "],
		[{"initial_position": Vector2(NAN, 0)}, position + ".x: is not a finite number"],
		[{"initial_position": Vector2(0, INF)}, position + ".y: is not a finite number"],
		[{"initial_position": Vector2(1e9, 0)}, position + ".x: "],
		[{"hearing_radius": -1}, "agent_config.hearing_radius: "],
		[{"hearing_radius": NAN}, "agent_config.hearing_radius: "],
		[{"hearing_radius": "far"}, "agent_config.hearing_radius: "],
		[{"think_interval": 1e30}, "agent_config.think_interval: "],
		[{"seed": -1}, "agent_config.seed: "],
		[{"mind_options": {"scrpt": []}}, "mind_options.scrpt: is not a field here; did you mean"],
		[{"mind_options": {"temperature": "hot"}}, "mind_options.temperature: is a text"],
		[{"metadata": {"who": self}}, "agent_config.metadata.who: is of type Object"],
		[{"metadata": {1: 2}}, "agent_config.metadata: has a key that is no text"],
		[{"metadata": {"list": [1, [NAN]]}}, "agent_config.metadata.list[1][0]: is not a finite"],
		[{"metadata": {"text": "x".repeat(70_000)}}, "agent_config.metadata.text: takes the whole"],
		[{"metadata": nested(10_000)}, "is nested more than 64 levels deep"],
	]


func nested(levels: int) -> Dictionary:
	var whole: Dictionary = {}
	for level: int in levels:
		whole = {"in": whole}
	return whole


func test_a_bad_config_is_one_error_that_names_the_field_and_spawns_nobody() -> void:
	var runtime: AgentRuntime = new_runtime()
	for each: Array in bad_configs():
		expect_error(each[1] as String)
		equal(runtime.spawn_agent(each[0]), "", "id for " + (each[1] as String))
	equal(runtime.get_agents(), PackedStringArray(), "agents")
	equal(runtime.spawn_agent({"name": "Ada"}), "agent_001", "the first id is still free")


func test_what_the_map_has_not_is_refused_or_reported() -> void:
	var runtime: AgentRuntime = new_runtime()
	var map := AgentMap.new()
	map.size = Vector2i(10, 10)
	map.add_seat("desk", Vector2i(2, 2), AgentMap.FACING_UP)
	runtime.map = map
	expect_error("spawn_agent: agent_config.seat: the map has no seat \"desks\"; take one of its")
	equal(runtime.spawn_agent({"seat": "desks"}), "", "no such seat")
	expect_error("initial_position: (500, 500) is off the map, which goes from (0, 0) to (9, 9)")
	var ada: String = runtime.spawn_agent(
			{"initial_position": Vector2(500, 500), "think_interval": 0})
	await until(func() -> bool: return not runtime.get_agent_state(ada).pending, "it lives")
	await frames(3) # until the warning is printed
	equal(runtime.get_agent_state(ada).position, Vector2(9, 9), "where it stands")


func test_an_empty_id_stands_between_two_quotation_marks() -> void:
	var runtime: AgentRuntime = new_runtime()
	expect_error("get_agent_state: agent_id: \"\" is not the id of an agent")
	equal(runtime.get_agent_state(""), {}, "get_agent_state")


func test_a_config_that_contains_itself_is_refused() -> void:
	var runtime: AgentRuntime = new_runtime()
	var metadata: Dictionary = {}
	metadata["me"] = metadata
	expect_error("is nested more than 64 levels deep")
	equal(runtime.spawn_agent({"metadata": metadata}), "", "id")
	metadata.clear()


func test_a_bad_resource_is_refused_like_a_bad_dictionary() -> void:
	var runtime: AgentRuntime = new_runtime()
	var config := AgentConfig.new()
	config.hearing_radius = NAN
	expect_error("agent_config.hearing_radius: is not a finite number")
	equal(runtime.spawn_agent(config), "", "id")


func test_an_id_that_is_none_is_refused_everywhere() -> void:
	var runtime: AgentRuntime = new_runtime()
	for id: String in ["", "Ada", "agent_1", "player_0", "agent_001\n", "x".repeat(1_000_000)]:
		for part: String in ["terminate_agent: agent_id: ", "get_agent_state: agent_id: ",
				"report_position: agent_id: "]:
			expect_error(part)
		equal(runtime.terminate_agent(id), ERR_INVALID_PARAMETER, "terminate_agent")
		equal(runtime.get_agent_state(id), {}, "get_agent_state")
		equal(runtime.report_position(id, Vector2.ZERO), ERR_INVALID_PARAMETER, "report_position")


func test_an_agent_that_is_not_there_is_not_found() -> void:
	var runtime: AgentRuntime = new_runtime()
	for name: String in ["terminate_agent", "get_agent_state", "report_position", "send_message"]:
		expect_error(name + ": agent_id: there is no agent agent_007")
	equal(runtime.terminate_agent("agent_007"), ERR_DOES_NOT_EXIST, "terminate_agent")
	equal(runtime.get_agent_state("agent_007"), {}, "get_agent_state")
	equal(runtime.report_position("agent_007", Vector2.ZERO), ERR_DOES_NOT_EXIST, "report_position")
	equal(runtime.send_message("agent_007", "Hello?"), ERR_DOES_NOT_EXIST, "send_message")


func test_bad_messages_are_refused() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	for bad: Array in [
		["nobody", "Hello", "player_0", "to: "],
		[ada, "Hello", "somebody", "from: "],
		[ada, "", "player_0", "content: "],
		[ada, "x".repeat(1_000_000), "player_0", "content: "],
	]:
		expect_error("send_message: " + (bad[3] as String))
		equal(runtime.send_message(bad[0] as String, bad[1] as String, bad[2] as String),
				ERR_INVALID_PARAMETER, "send_message")
	await frames(20)
	equal(spoke, [], "nobody spoke")


func test_bad_positions_are_refused() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"initial_position": Vector2(2, 2), "think_interval": 0,
			"position_owner": "game"})
	for position: Vector2 in [Vector2(NAN, 0), Vector2(0, -INF), Vector2(1e7, 0)]:
		expect_error("report_position: position.")
		equal(runtime.report_position(ada, position), ERR_INVALID_PARAMETER, "report_position")
	await until(func() -> bool: return not runtime.get_agent_state(ada).pending, "it lives")
	equal(runtime.get_agent_state(ada).position, Vector2(2, 2), "position")


func test_a_bad_request_is_answered_with_the_field() -> void:
	var runtime: AgentRuntime = new_runtime()
	var position: String = "agent_config.initial_position"
	for bad: Array in [
		[{}, "type"],
		[{"type": 5}, "type"],
		[{"type": "agent_spawn"}, "type"],
		[{"type": "agent_speech", "agent_id": "agent_001", "content": ""}, "type"],
		[{"type": "agent_state_request"}, "agent_id"],
		[{"type": "agent_state_request", "agent_id": 1}, "agent_id"],
		[{"type": "health_request", "extra": 1}, "extra"],
		[{"type": "agent_spawn_request", "agent_config": {"name": 1}}, "agent_config.name"],
		[{"type": "health_request", "request_id": NAN}, "request_id"],
		[{"type": "health_request", "request_id": 7}, "request_id"],
		[{"type": "health_request", "extra": self}, "extra"],
		[spawn_request({"name": "x".repeat(1_000_000)}), "agent_config.name"],
		[spawn_request({"initial_position": {"x": NAN, "y": 0}}), position + ".x"],
		[spawn_request({"initial_position": {"x": 1e300, "y": 0}}), position + ".x"],
		[spawn_request({"seed": 1 << 62}), "agent_config.seed"],
		[{"type": "events_request", "since": "yesterday"}, "since"],
		[{"type": "events_request", "limit": 0}, "limit"],
		[{"type": "move_request", "agent_id": "agent_001", "position": [1, 2]}, "position"],
	]:
		var reply: AgentReply = await completed(runtime.request(bad[0] as Dictionary))
		equal(reply.status, AgentReply.STATUS_FAILED, "status of %s" % [bad[0]])
		equal(reply.error, ERR_INVALID_PARAMETER, "error of %s" % [bad[0]])
		equal(reply.field, bad[1], "field of %s" % [bad[0]])
	var deep: AgentReply = await completed(
			runtime.request({"type": "health_request", "extra": nested(10_000)}))
	contains(deep.message, "64 levels", "10,000 levels")
	equal(runtime.get_agents(), PackedStringArray(), "agents")


func spawn_request(config: Dictionary) -> Dictionary:
	return {"type": "agent_spawn_request", "agent_config": config}


func test_a_text_that_has_no_utf_8_arrives_as_the_engine_mends_it() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	# Half of a pair of UTF-16: the engine puts U+FFFD there, so no script can hold worse.
	var broken: String = PackedByteArray([0x41, 0, 0, 0, 0, 0xD8, 0, 0]).get_string_from_utf32()
	var ada: String = runtime.spawn_agent({"name": broken, "think_interval": 0})
	equal(runtime.get_agent_state(ada).get("name"), "A\ufffd", "name")
	equal(runtime.send_message("", broken, ada), OK, "send_message")
	await until(func() -> bool: return spoke.size() > 0, "agent_spoke")
	equal(spoke[0][1], "A\ufffd", "what is said")


func test_calls_of_a_runtime_that_does_not_run_are_refused() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.stop()
	for name: String in ["spawn_agent", "terminate_agent", "get_agent_state", "send_message",
			"report_position"]:
		expect_error("AgentRuntime: %s: the runtime is not running" % name)
	equal(runtime.spawn_agent({}), "", "spawn_agent")
	equal(runtime.terminate_agent("agent_001"), ERR_UNCONFIGURED, "terminate_agent")
	equal(runtime.get_agent_state("agent_001"), {}, "get_agent_state")
	equal(runtime.send_message("agent_001", "Hello"), ERR_UNCONFIGURED, "send_message")
	equal(runtime.report_position("agent_001", Vector2.ZERO), ERR_UNCONFIGURED, "report_position")
	equal(runtime.get_agents(), PackedStringArray(), "agents")
	var reply: AgentReply = await completed(runtime.request({"type": "health_request"}))
	equal(reply.error, ERR_UNCONFIGURED, "request")


func test_what_an_agent_says_reaches_a_label_escaped() -> void:
	equal(AgentRuntime.escape_for_label("a [b]bold[/b] move"), "a [lb]b]bold[lb]/b] move", "BBCode")
	equal(AgentRuntime.escape_for_label("two\nlines\tand a tab"), "two\nlines\tand a tab", "kept")
	var odd: String = "bell" + String.chr(7) + String.chr(27) + "[31mred" + String.chr(0x202E) + "!"
	equal(AgentRuntime.escape_for_label(odd), "bell\ufffd\ufffd[lb]31mred!", "control characters")
	var runtime: AgentRuntime = new_runtime()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var said: String = "[url=x]click[/url] [img]res://icon.png[/img]"
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	runtime.send_message("", said, ada)
	await until(func() -> bool: return spoke.size() > 0, "agent_spoke")
	equal(spoke[0].slice(0, 2), [ada, said], "what is said comes as it is")
	var label := keep(RichTextLabel.new()) as RichTextLabel
	label.bbcode_enabled = true
	label.text = AgentRuntime.escape_for_label(spoke[0][1] as String)
	equal(label.get_parsed_text(), said, "what one reads")
