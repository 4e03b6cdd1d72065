extends "res://addon/runtime_case.gd"
## Many agents at once: agents_changed, and what it leaves of the single signals; and runtimes that
## keep nothing.

const CROWD := 50


func test_a_crowd_is_told_of_in_one_signal_with_the_newest_of_each() -> void:
	var runtime: AgentRuntime = new_crowd()
	var told: Dictionary[int, int] = {}
	var at: Dictionary[int, Vector2] = {}
	runtime.agents_changed.connect(
			func(numbers: PackedInt32Array, states: PackedByteArray, places: PackedVector2Array
					) -> void:
				equal([states.size(), places.size()], [numbers.size(), numbers.size()], "lengths")
				for i: int in numbers.size():
					told[numbers[i]] = states[i]
					at[numbers[i]] = places[i])
	await until(func() -> bool: return told.size() == CROWD, "all are told of")
	for number: int in told:
		equal(told[number], AgentRuntime.STATE_IDLE, "state of %d" % number)
		equal(at[number], Vector2(number, 2), "place of %d" % number)
	runtime.terminate_agent("agent_003")
	await until(func() -> bool: return told[3] == AgentRuntime.STATE_TERMINATED, "the end of one")


func test_changes_are_kept_until_somebody_listens_and_then_come_once() -> void:
	var runtime: AgentRuntime = new_crowd()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.send_message("", "Hello!")
	await until(func() -> bool: return spoke.size() > 0, "it is said")
	await frames(5)
	var changed: Array[Array] = record(runtime, &"agents_changed")
	await until(func() -> bool: return changed.size() > 0, "the first signal")
	var numbers: PackedInt32Array = changed[0][0]
	numbers.sort()
	equal(numbers, PackedInt32Array(range(1, CROWD + 1)), "all who came before")
	await frames(5)
	equal(changed.size(), 1, "signals")


func test_in_a_frame_the_single_signals_come_before_the_changes() -> void:
	var runtime: AgentRuntime = new_crowd()
	var came: Array[String] = []
	runtime.agent_spawned.connect(
			func(id: String, _name: String, _restored: bool) -> void: came.append(id))
	runtime.agents_changed.connect(
			func(numbers: PackedInt32Array, _states: PackedByteArray, _at: PackedVector2Array
					) -> void:
				for number: int in numbers:
					check(came.has(AgentRuntime.agent_id_of(number)), "came before: %d" % number))
	await until(func() -> bool: return came.size() == CROWD, "all have come")
	await frames(3)


func test_who_connects_later_gets_each_change_of_state_from_then_on() -> void:
	var runtime: AgentRuntime = new_crowd()
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	runtime.send_message("", "Hello!")
	await until(func() -> bool: return spoke.size() == 1, "it is said to nobody in particular")
	await frames(5)
	var changed: Array[Array] = record(runtime, &"agent_state_changed")
	runtime.send_message("", "And again!")
	await until(func() -> bool: return changed.size() >= 2 * CROWD, "two changes of each")
	await frames(5)
	equal(changed.size(), 2 * CROWD, "changes")
	var idle: AgentRuntime.State = AgentRuntime.STATE_IDLE
	var listening: AgentRuntime.State = AgentRuntime.STATE_LISTENING
	equal(changed[0], ["agent_001", idle, listening], "the first change")
	equal(changed[1], ["agent_001", listening, idle], "the second change")


func test_who_begins_to_listen_to_speech_gets_every_hearer() -> void:
	var runtime: AgentRuntime = new_crowd()
	var recipients: Array[PackedStringArray] = []
	await frames(5)
	runtime.agent_spoke.connect(
			func(_id: String, _text: String, to: PackedStringArray) -> void: recipients.append(to))
	var all: PackedStringArray = runtime.get_agents()
	for turn: int in 3:
		runtime.send_message("", "Hello!")
		await until(func() -> bool: return recipients.size() > turn, "it is said")
	runtime.send_message("", "Hello!", "agent_001")
	await until(func() -> bool: return recipients.size() > 3, "an agent says it")
	for turn: int in 3:
		equal(recipients[turn], all, "who hears the player")
	equal(recipients[3], all.slice(1), "who hears the agent")


func test_a_script_may_change_the_recipients_it_was_given() -> void:
	var runtime: AgentRuntime = new_crowd()
	var recipients: Array[PackedStringArray] = []
	runtime.agent_spoke.connect(
			func(_id: String, _text: String, to: PackedStringArray) -> void:
				recipients.append(to.duplicate())
				to[0] = "somebody else"
				to.resize(2))
	for turn: int in 2:
		runtime.send_message("", "Hello!")
		await until(func() -> bool: return recipients.size() > turn, "it is said")
		equal(recipients[turn], runtime.get_agents(), "who hears it")


func test_a_number_becomes_an_id_and_back() -> void:
	equal(AgentRuntime.agent_id_of(1), "agent_001", "id of 1")
	equal(AgentRuntime.agent_id_of(12345), "agent_12345", "id of 12345")
	equal(AgentRuntime.agent_number_of("agent_12345"), 12345, "number")
	for number: int in [0, -1, 1 << 31]:
		expect_error("agent_id_of: number: is not between 1 and 2147483647")
		equal(AgentRuntime.agent_id_of(number), "", "id of %d" % number)
	expect_error("agent_number_of: agent_id: \"player_0\" is not the id of an agent")
	equal(AgentRuntime.agent_number_of("player_0"), 0, "number of a player")


func test_without_storage_agents_live_and_no_file_is_made() -> void:
	var before: PackedStringArray = DirAccess.get_files_at("user://")
	var runtime: AgentRuntime = make_runtime()
	runtime.storage_enabled = false
	keep(runtime)
	var started: Array[Array] = record(runtime, &"runtime_started")
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var ada: String = runtime.spawn_agent({"name": "Ada"})
	equal(runtime.send_message(ada, "How do I grow tomatoes?"), OK, "send_message")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(started.size(), 1, "runtime_started")
	var refused: AgentReply = await completed(runtime.search_memory(ada, "tomatoes"))
	equal(refused.error, ERR_UNCONFIGURED, "a search")
	runtime.stop()
	equal(DirAccess.get_files_at("user://"), before, "files in user://")
	equal(runtime.start(), OK, "start")
	equal(runtime.get_agents(), PackedStringArray(), "agents of the next run")


func test_two_runtimes_without_storage_run_beside_each_other() -> void:
	for turn: int in 2:
		var runtime: AgentRuntime = make_runtime("user://shared_by_nobody.db")
		runtime.storage_enabled = false
		keep(runtime)
		check(runtime.is_running(), "runs")


func test_without_storage_the_gateway_keeps_its_token_in_the_same_place() -> void:
	var runtime: AgentRuntime = make_runtime()
	runtime.storage_enabled = false
	runtime.gateway_enabled = true
	keep(runtime)
	check(runtime.get_gateway_port() > 0, "a port")
	var path: String = runtime.get_gateway_token_path()
	equal(path.get_base_dir(), OS.get_environment("XDG_STATE_HOME") + "/agent_runtime", "folder")
	check(FileAccess.file_exists(path), "the file is there")


## Agents who hear everything and do nothing of their own accord, at (1, 2), (2, 2) and so on.
func new_crowd() -> AgentRuntime:
	ProjectSettings.set_setting("agent_runtime/agents/overhearing_thinkers", 0)
	var runtime: AgentRuntime = new_runtime()
	ProjectSettings.set_setting("agent_runtime/agents/overhearing_thinkers", 1)
	for number: int in CROWD:
		runtime.spawn_agent({
			"name": "Agent %d" % number,
			"think_interval": 0,
			"hearing_radius": 0,
			"initial_position": Vector2(number + 1, 2),
		})
	return runtime
