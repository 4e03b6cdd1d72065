extends "res://addon/runtime_case.gd"
## Requests of the vocabulary, sent by scripts.


func test_what_is_known_is_answered_at_once() -> void:
	var runtime: AgentRuntime = new_runtime()
	var completed: Array[Array] = record(runtime, &"request_completed")
	var reply: Dictionary = runtime.request({
		"type": "agent_spawn_request", "request_id": "mine",
		"agent_config": {"name": "Ada", "initial_position": Vector2(2, 3)},
	})
	equal(reply, {"type": "request_completed", "request_id": "mine", "ok": true,
		"result": {"agent_id": "agent_001"}}, "spawn")
	var state: Dictionary = runtime.request(
			{"type": "agent_state_request", "agent_id": "agent_001"})
	equal(state.result.name, "Ada", "name")
	equal(state.result.state, "idle", "state")
	equal((runtime.request({"type": "agents_request"}).result.agents as Array).size(), 1, "agents")
	equal(runtime.request({"type": "health_request"}).result.agents, 1, "health")
	await frames(20)
	equal(completed, [], "no signal for what was answered at once")


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


func test_each_request_is_answered_exactly_once_at_once_or_by_a_signal() -> void:
	var runtime: AgentRuntime = new_runtime()
	var answers: Array[Dictionary] = []
	runtime.request_completed.connect(func(id: String, ok: bool, reply: Dictionary) -> void:
		equal([id, ok], [reply.request_id, reply.ok], "arguments of the signal")
		answers.append(reply))
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var asked: PackedStringArray = []
	for number: int in 200:
		var reply: Dictionary = runtime.request(
				{"type": "move_request", "agent_id": ada, "position": Vector2(number, 0)})
		asked.append(reply.request_id as String)
		if reply.has("ok"):
			answers.append(reply)
		else:
			equal(reply.keys(), ["request_id"], "what is returned for now")
	await until(func() -> bool: return answers.size() >= 200, "all answers")
	await frames(20)
	var answered: PackedStringArray = []
	for each: Dictionary in answers:
		equal(each.type, "request_completed", "type")
		answered.append(each.request_id as String)
	answered.sort()
	asked.sort()
	equal(answered, asked, "answers by name")


func test_the_log_can_be_read() -> void:
	var runtime: AgentRuntime = new_runtime()
	var spawned: Array[Array] = record(runtime, &"agent_spawned")
	runtime.spawn_agent({"name": "Ada"})
	await until(func() -> bool: return spawned.size() > 0, "agent_spawned")
	var completed: Array[Array] = record(runtime, &"request_completed")
	var reply: Dictionary = runtime.request({"type": "events_request", "entity": "agent_001"})
	await until(func() -> bool: return reply.has("ok") or completed.size() > 0, "the events")
	if completed.size() > 0:
		reply = completed[0][2]
	equal(reply.result.events[0].type, "agent_spawned", "the first event")
	equal(reply.result.events[0].name, "Ada", "its name")


func test_a_stop_leaves_no_request_without_an_answer() -> void:
	var runtime: AgentRuntime = new_runtime()
	var order: PackedStringArray = []
	runtime.request_completed.connect(func(_id: String, ok: bool, reply: Dictionary) -> void:
		order.append("ok" if ok else str(reply.error.code)))
	runtime.runtime_stopped.connect(func() -> void: order.append("stopped"))
	var known: int = 0
	for number: int in 200:
		var reply: Dictionary = runtime.request({"type": "events_request"})
		known += int(reply.has("ok"))
	runtime.stop()
	equal(known + order.size(), 201, "answers, and the signal of the stop")
	equal(order[-1], "stopped", "the last one")
	for each: String in order.slice(0, -1):
		check(each == "ok" or each == "cancelled", "done or cancelled: " + each)
	await frames(5)
	equal(known + order.size(), 201, "answers after the stop")
