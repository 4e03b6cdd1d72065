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


func test_what_takes_time_is_answered_by_exactly_one_signal() -> void:
	var runtime: AgentRuntime = new_runtime()
	var completed: Array[Array] = record(runtime, &"request_completed")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var pending: Dictionary = runtime.request(
			{"type": "move_request", "agent_id": ada, "position": Vector2(4, 4)})
	equal(pending.keys(), ["request_id"], "what is returned")
	await until(func() -> bool: return completed.size() > 0, "request_completed")
	await frames(50)
	equal(completed.size(), 1, "signals")
	equal(completed[0].slice(0, 2), [pending.request_id, true], "request_id and ok")
	equal(completed[0][2].request_id, pending.request_id, "the reply's own id")


func test_requests_have_names_of_their_own() -> void:
	var runtime: AgentRuntime = new_runtime()
	var completed: Array[Array] = record(runtime, &"request_completed")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var asked: PackedStringArray = []
	for number: int in 50:
		var pending: Dictionary = runtime.request(
				{"type": "move_request", "agent_id": ada, "position": {"x": number, "y": 0}})
		asked.append(pending.request_id as String)
	await until(func() -> bool: return completed.size() >= 50, "fifty answers")
	var answered: PackedStringArray = []
	for each: Array in completed:
		answered.append(each[0] as String)
	answered.sort()
	asked.sort()
	equal(answered, asked, "names")


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


func test_stopping_answers_what_is_open_as_cancelled() -> void:
	var runtime: AgentRuntime = new_runtime()
	var order: PackedStringArray = []
	runtime.request_completed.connect(func(_id: String, ok: bool, reply: Dictionary) -> void:
		order.append("ok" if ok else str(reply.error.code)))
	runtime.runtime_stopped.connect(func() -> void: order.append("stopped"))
	var ada: String = runtime.spawn_agent({"name": "Ada"})
	for number: int in 20:
		runtime.request({"type": "move_request", "agent_id": ada, "position": Vector2(1, 1)})
	runtime.stop()
	equal(order.size(), 21, "signals")
	equal(order[-1], "stopped", "the last one")
	for each: String in order.slice(0, 20):
		check(each == "ok" or each == "cancelled", "done or cancelled: " + each)
	await frames(5)
	equal(order.size(), 21, "signals after the stop")
