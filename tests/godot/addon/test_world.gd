extends "res://addon/runtime_case.gd"
## Many agents at once, the world's time, tasks, and the bus.


func test_many_are_spawned_at_once_and_listed_by_what_they_are() -> void:
	var runtime: AgentRuntime = new_runtime()
	var guard: Dictionary = {"name": "Guard", "role": "guard", "think_interval": 0,
		"groups": ["watch"], "initial_position": Vector2(10, 0)}
	var guards: PackedStringArray = runtime.spawn_agents(guard, 30)
	equal(guards.size(), 30, "guards")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	await until(func() -> bool: return not runtime.get_agent_state(ada).pending, "all live")
	equal(runtime.list_agents().size(), 31, "all")
	equal(ids(runtime.list_agents({"role": "guard"})), guards, "by role")
	equal(ids(runtime.list_agents({"group": "watch", "limit": 2})), guards.slice(0, 2), "by group")
	var near: Array[Dictionary] = runtime.list_agents({"near": Vector2(1, 1), "radius": 3})
	equal(ids(near), PackedStringArray([ada]), "by place")
	var idle: int = AgentRuntime.STATE_IDLE
	var listed: Dictionary = runtime.list_agents({"name": "Ada", "state": idle})[0]
	equal(listed.agent_id, ada, "agent_id")
	equal(listed.state, idle, "state")
	equal(listed.position, Vector2.ZERO, "position")
	expect_error("list_agents: colour: is not a field here")
	equal(runtime.list_agents({"colour": "red"}).size(), 0, "a wrong filter")
	expect_error("spawn_agents: agent_config.key: is one agent's alone")
	equal(runtime.spawn_agents({"key": "k"}, 2), PackedStringArray(), "with a key")
	expect_error("spawn_agents: count: ")
	equal(runtime.spawn_agents(guard, 0), PackedStringArray(), "none")


func test_a_paused_world_stands_still_and_makes_single_steps() -> void:
	var runtime: AgentRuntime = make_runtime()
	runtime.paused = true
	keep(runtime)
	equal(runtime.paused, true, "paused")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	await until(func() -> bool: return not runtime.get_agent_state(ada).pending, "it lives")
	var changed: Array[Array] = record(runtime, &"agent_state_changed")
	runtime.send_message(ada, "Hello!")
	await frames(30)
	# What it is told reaches it, but no time passes in which it could think about it.
	check(changed.size() <= 1, "it does not think while nothing steps")
	for step: int in 100:
		equal(runtime.step_once(), OK, "step_once")
		# Its reply comes behind all that the step has changed.
		await result_of(runtime.request({"type": "world_pause_request", "paused": true}))
		await frames(2)
		if changed.size() > 1:
			break
	check(changed.size() > 1, "it thinks")
	await frames(10)
	var steps_so_far: int = changed.size()
	await frames(30)
	equal(changed.size(), steps_so_far, "changes while nothing steps any more")
	check(steps_so_far < 4, "it has not come to its end by itself")
	runtime.paused = false
	equal(runtime.paused, false, "paused")
	await until(func() -> bool: return changed.size() >= 4, "it goes on")
	expect_error("step_once: the world is not paused")
	equal(runtime.step_once(), ERR_UNCONFIGURED, "step_once")


func test_the_pause_of_the_world_does_not_depend_on_the_tree() -> void:
	var runtime: AgentRuntime = new_runtime()
	await result_of(runtime.request({"type": "world_pause_request", "paused": true}))
	equal(runtime.paused, true, "paused by the request")
	tree.paused = true
	await frames(2)
	tree.paused = false
	await frames(2)
	equal(runtime.paused, true, "paused after the tree was")


func test_an_agent_is_paused_stepped_and_resumed_by_itself() -> void:
	var runtime: AgentRuntime = new_runtime()
	var paused: Array[Array] = record(runtime, &"agent_paused_changed")
	var changed: Array[Array] = record(runtime, &"agent_state_changed")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 1})
	equal(runtime.pause_agent(ada), OK, "pause_agent")
	await until(func() -> bool: return paused.size() == 1, "it is paused")
	equal(paused[0], [ada, true], "agent_paused_changed")
	equal(runtime.get_agent_state(ada).paused, true, "state")
	await until(func() -> bool:
		return runtime.get_agent_state(ada).state == AgentRuntime.STATE_IDLE, "it is idle")
	await frames(5)
	var before: int = changed.size()
	await frames(30)
	equal(changed.size(), before, "changes while it is paused")
	equal(runtime.step_agent(ada), OK, "step_agent")
	await until(func() -> bool: return changed.size() > before, "one decision")
	equal(runtime.resume_agent(ada), OK, "resume_agent")
	await until(func() -> bool: return paused.back() == [ada, false], "it goes on")
	expect_error("step_agent: the agent is not paused")
	runtime.step_agent(ada)
	await until(func() -> bool: return changed.size() > before + 2, "it thinks again")
	expect_error("pause_agent: agent_id: there is no agent agent_099")
	equal(runtime.pause_agent("agent_099"), ERR_DOES_NOT_EXIST, "nobody")


func test_a_task_is_assigned_and_finished() -> void:
	var runtime: AgentRuntime = new_runtime()
	var changed: Array[Array] = record(runtime, &"agent_task_changed")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var task: String = runtime.assign_task(ada, "water the roses", "All of them.")
	equal(task, "task_001", "id")
	await until(func() -> bool: return runtime.get_agent_state(ada).has("task_id"), "it has it")
	equal(runtime.get_agent_state(ada).current_task, "water the roses", "current_task")
	equal(runtime.finish_task(task, true, "They are wet."), OK, "finish_task")
	await until(func() -> bool:
		return not changed.is_empty() and changed.back()[3] == AgentRuntime.TASK_COMPLETED, "done")
	equal(changed[0], [ada, task, "water the roses", AgentRuntime.TASK_ASSIGNED, ""], "the first")
	equal(changed.back()[4], "They are wet.", "result")
	expect_error("finish_task: ")
	runtime.finish_task(task, false)
	await frames(10)
	expect_error("finish_task: task_id: \"roses\" is not the id of a task")
	equal(runtime.finish_task("roses", true), ERR_INVALID_PARAMETER, "no id")
	expect_error("assign_task: agent_id: \"ada\" is not the id of an agent")
	equal(runtime.assign_task("ada", "rest"), "", "nobody")


func test_a_message_reaches_the_group_the_topic_or_the_one_it_is_for() -> void:
	var runtime: AgentRuntime = new_runtime()
	var published: Array[Array] = record(runtime, &"message_published")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0, "groups": ["watch"]})
	var bob: String = runtime.spawn_agent({"name": "Bob", "think_interval": 0})
	equal(runtime.subscribe(bob, {"topics": ["weather"]}), OK, "subscribe")
	var alarm: Dictionary = {"message_type": "Alarm", "content": "Fire!", "group": "watch"}
	equal(runtime.publish_message(alarm), OK, "to a group")
	equal(runtime.publish_message(
			{"message_type": "Forecast", "content": "Rain.", "topic": "weather", "from": ada}), OK,
			"to a topic")
	await until(func() -> bool: return published.size() == 2, "two messages")
	equal(published[0], ["player_0", "Alarm", "Fire!", "watch", PackedStringArray([ada])], "group")
	equal(published[1], [ada, "Forecast", "Rain.", "weather", PackedStringArray([bob])], "topic")
	equal(runtime.get_agent_state(bob).topics, PackedStringArray(["weather"]), "topics")
	expect_error("publish_message: to: goes together with neither group nor topic")
	equal(runtime.publish_message({"content": "?", "to": ada, "group": "watch"}),
			ERR_INVALID_PARAMETER, "two ways at once")
	expect_error("publish_message: content: is missing")
	equal(runtime.publish_message({}), ERR_INVALID_PARAMETER, "nothing")
	expect_error("subscribe: topics")
	equal(runtime.subscribe(bob, {"topics": 7}), ERR_INVALID_PARAMETER, "no list")


func test_a_filter_keeps_messages_away() -> void:
	var runtime: AgentRuntime = new_runtime()
	var published: Array[Array] = record(runtime, &"message_published")
	var config := AgentConfig.new()
	config.think_interval = 0.0
	config.heard_types = ["Alarm"]
	var ada: String = runtime.spawn_agent(config)
	for type: String in ["News", "Alarm"]:
		runtime.publish_message({"message_type": type, "content": "Listen!"})
	await until(func() -> bool: return published.size() == 2, "two messages")
	equal(published[0][4], PackedStringArray(), "who gets the news")
	equal(published[1][4], PackedStringArray([ada]), "who gets the alarm")


# As C#, or another extension, would do it: all through one method.
func test_everything_can_be_asked_for_through_request() -> void:
	var runtime: Object = new_runtime()
	var spawned: Object = runtime.call("request", {"type": "agents_spawn_request", "count": 2,
		"agent_config": {"name": "Guard", "think_interval": 0}})
	await Signal(spawned, "completed")
	equal((spawned.get("value") as Dictionary).agent_ids,
			PackedStringArray(["agent_001", "agent_002"]), "ids")
	for message: Dictionary in [
		{"type": "send_message_request", "to": "agent_001", "content": "Hello!"},
		{"type": "publish_message_request", "content": "Fire!", "message_type": "Alarm"},
		{"type": "subscribe_request", "agent_id": "agent_001", "groups": ["watch"]},
		{"type": "task_assign_request", "agent_id": "agent_001", "task_name": "watch"},
		{"type": "time_scale_request", "scale": 50},
		{"type": "world_pause_request", "paused": true},
		{"type": "world_step_request"},
		{"type": "world_pause_request", "paused": false},
		{"type": "health_request"},
		{"type": "agents_request", "group": "watch"},
		{"type": "agent_terminate_request", "agent_id": "agent_002"},
	]:
		var reply: Object = runtime.call("request", message)
		await Signal(reply, "completed")
		check(reply.get("ok") == true, "%s: %s" % [message.type, reply.get("message")])


func ids(listed: Array[Dictionary]) -> PackedStringArray:
	var found: PackedStringArray = []
	for each: Dictionary in listed:
		found.append(each.agent_id as String)
	return found
