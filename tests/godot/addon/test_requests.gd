extends "res://addon/runtime_case.gd"
## Requests of the vocabulary, sent by scripts.


func test_a_request_is_answered_with_what_it_asked_for() -> void:
	var runtime: AgentRuntime = new_runtime()
	equal(await result_of(runtime.request({
		"type": "agent_spawn_request",
		"agent_config": {"name": "Ada", "initial_position": Vector2(2, 3)},
	})), {"agent_id": "agent_001"}, "spawn")
	var state: Dictionary = await result_of(runtime.request(
			{"type": "agent_state_request", "agent_id": "agent_001"}))
	equal(state.name, "Ada", "name")
	equal(state.state, "idle", "state")
	var listed: Array[Dictionary] = (
			await result_of(runtime.request({"type": "agents_request"}))).agents
	equal(listed.size(), 1, "agents")
	equal((await result_of(runtime.request({"type": "health_request"}))).agents, 1, "health")


func test_a_reply_comes_behind_the_signals_of_what_it_tells() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spawned: Array[Array] = record(runtime, &"agent_spawned")
	var said: Array[Array] = record(runtime, &"agent_spoke")
	var ada: Dictionary = await result_of(runtime.request(
			{"type": "agent_spawn_request", "agent_config": {"name": "Ada", "think_interval": 0}}))
	equal(spawned, [[ada.agent_id, "Ada", false]] as Array[Array], "agent_spawned")
	await result_of(runtime.request(
			{"type": "send_message_request", "to": ada.agent_id, "content": "Hello!"}))
	equal(said[0].slice(0, 2), ["player_0", "Hello!"], "agent_spoke")


func test_a_reply_comes_behind_the_signals_without_storage_too() -> void:
	var runtime: AgentRuntime = make_runtime()
	runtime.storage_enabled = false
	keep(runtime)
	var spawned: Array[Array] = record(runtime, &"agent_spawned")
	await result_of(runtime.request({"type": "agent_spawn_request", "agent_config": {}}))
	equal(spawned.size(), 1, "agent_spawned")


func test_a_change_is_answered_while_the_world_stands_still() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	runtime.paused = true
	await result_of(runtime.request({"type": "agent_pause_request", "agent_id": ada}))
	check(runtime.paused, "it stands still")


func test_a_state_tells_who_an_agent_is_and_a_list_leaves_the_persona_out() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent(
			{"name": "Ada", "persona": "Curious.", "cli_backend": "openai", "model": "llama3"})
	var state: Dictionary = runtime.get_agent_state(ada)
	equal([state.persona, state.cli_backend, state.model],
			["Curious.", "openai", "llama3"], "state")
	var bob: String = runtime.spawn_agent({"name": "Bob"})
	equal(runtime.get_agent_state(bob).has("persona"), false, "a persona that was not given")
	equal(runtime.get_agent_state(bob).cli_backend, "offline", "the default mind")
	for agent: Dictionary in runtime.list_agents():
		equal(agent.has("persona"), false, "a persona in the list")


func test_each_request_is_answered_exactly_once() -> void:
	var runtime: AgentRuntime = new_runtime()
	var answered: Dictionary[AgentReply, int] = {}
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	for number: int in 200:
		var reply: AgentReply = runtime.request(
				{"type": "move_request", "agent_id": ada, "position": Vector2(number, 0)})
		answered[reply] = 0
		reply.completed.connect(func(each: AgentReply) -> void: answered[each] += 1)
	await until(func() -> bool: return answered.keys().all(
			func(reply: AgentReply) -> bool: return reply.is_done()), "all replies")
	await frames(5)
	for reply: AgentReply in answered:
		equal(answered[reply], 1, "how often it was answered")
		# Newer walks replace older ones.
		check(reply.ok or not reply.message.is_empty(), "the outcome is told")


func test_the_log_can_be_read() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spawned: Array[Array] = record(runtime, &"agent_spawned")
	runtime.spawn_agent({"name": "Ada"})
	await until(func() -> bool: return spawned.size() > 0, "agent_spawned")
	var page: Dictionary = await result_of(
			runtime.request({"type": "events_request", "entity": "agent_001"}))
	equal(page.events[0].type, "agent_spawned", "the first event")
	equal(page.events[0].name, "Ada", "its name")
