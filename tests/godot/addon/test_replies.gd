extends "res://addon/runtime_case.gd"
## How calls are answered that are answered later: when a reply completes, and who holds it.

const HEALTH := {"type": "health_request"}
const NO_TYPE := {"type": "no_such_request"}


func test_a_reply_that_nobody_stores_completes_for_whoever_awaits_it() -> void:
	var runtime: AgentRuntime = new_runtime()
	var first: AgentReply = await runtime.request(HEALTH).wait()
	equal(first.ok, true, "by wait()")
	var second: AgentReply = await runtime.request(HEALTH).completed
	equal(second.ok, true, "by the signal")
	equal(second.status, AgentReply.STATUS_DONE, "status")
	equal([second.error, second.message, second.field], [OK, "", ""], "nothing is wrong")


func test_replies_may_be_awaited_in_any_order_and_more_than_once() -> void:
	var runtime: AgentRuntime = new_runtime()
	var slow: AgentReply = runtime.save_slot("one")
	var quick: AgentReply = runtime.request(HEALTH)
	await slow.wait()
	equal(await quick.wait(), quick, "the one that completed first")
	equal(await quick.wait(), quick, "again")
	equal(await slow.wait(), slow, "and the other")
	equal(slow.ok and quick.ok, true, "both are done")


func test_what_is_refused_at_once_completes_later_too() -> void:
	var runtime: AgentRuntime = new_runtime()
	var reply: AgentReply = runtime.request(NO_TYPE)
	equal(reply.is_done(), false, "not yet")
	equal(await reply.wait(), reply, "it may be awaited")
	equal(reply.status, AgentReply.STATUS_FAILED, "status")
	equal(reply.error, ERR_INVALID_PARAMETER, "error")
	equal(reply.field, "type", "field")
	check(reply.message.begins_with("type: "), "message: " + reply.message)
	equal(reply.value, null, "value")


func test_a_runtime_that_does_not_run_replies_that() -> void:
	var node: AgentRuntime = make_runtime()
	var reply: AgentReply = await node.request(HEALTH).wait()
	equal(reply.error, ERR_UNCONFIGURED, "outside the tree")
	contains(reply.message, "the runtime is not running", "message")
	node.free()


func test_no_reply_completes_in_the_frame_of_its_call() -> void:
	var runtime: AgentRuntime = new_runtime()
	for moment: Signal in [tree.process_frame, tree.physics_frame]:
		for message: Dictionary in [HEALTH, NO_TYPE]:
			await moment
			var asked: int = Engine.get_process_frames()
			var reply: AgentReply = await runtime.request(message).wait()
			check(Engine.get_process_frames() > asked, "a later frame")
			equal(reply.ok, message == HEALTH, "ok")


func test_replies_complete_while_the_tree_is_paused() -> void:
	var runtime: AgentRuntime = new_runtime()
	tree.paused = true
	var heard: Array[int] = [0]
	var reply: AgentReply = runtime.request({"type": "agent_spawn_request", "agent_config": {}})
	reply.completed.connect(func(_reply: AgentReply) -> void: heard[0] += 1)
	await completed(reply)
	await frames(5)
	tree.paused = false
	equal(heard[0], 1, "once")
	equal(reply.ok, true, "and well")


func test_replies_are_cancelled_in_the_first_frame_after_a_stop() -> void:
	var endings: Dictionary[String, Callable] = {
		"stop": func(node: AgentRuntime) -> void: node.stop(),
		"restart": func(node: AgentRuntime) -> void:
				node.stop()
				node.start(),
		"remove": func(node: AgentRuntime) -> void: tree.root.remove_child(node),
		"free": func(node: AgentRuntime) -> void: node.free(),
	}
	for ending: String in endings:
		var node: AgentRuntime = new_runtime()
		var told: Array[AgentReply] = []
		for reply: AgentReply in [node.save_slot("one"), node.request(HEALTH),
				node.request(NO_TYPE)]:
			reply.completed.connect(func(each: AgentReply) -> void: told.append(each))
		endings[ending].call(node)
		equal(told.size(), 0, "none inside of " + ending)
		await frames(2)
		equal(told.size(), 3, "each once after " + ending)
		for reply: AgentReply in told:
			equal(reply.status, AgentReply.STATUS_CANCELLED, "status after " + ending)
			equal(reply.error, ERR_SKIP, "error after " + ending)
			equal(reply.message, "the runtime was stopped", "message after " + ending)
		await frames(5)
		equal(told.size(), 3, "no more after " + ending)
		if is_instance_valid(node):
			node.free()


func test_replies_outlive_a_scene_that_is_changed() -> void:
	var scene := PackedScene.new()
	var root := Node.new()
	var node: AgentRuntime = make_runtime()
	root.add_child(node)
	node.owner = root
	scene.pack(root)
	root.free()
	tree.change_scene_to_packed(scene)
	await until(func() -> bool: return tree.current_scene != null, "the scene")
	var reply: AgentReply = (tree.current_scene.get_child(0) as AgentRuntime).save_slot("one")
	tree.unload_current_scene()
	await reply.wait()
	equal(reply.status, AgentReply.STATUS_CANCELLED, "status")


func test_who_awaits_may_be_freed() -> void:
	var runtime: AgentRuntime = new_runtime()
	var script := GDScript.new()
	script.source_code = "extends Node\nvar came := [false]\nvar kept: WeakRef\n" \
			+ "func ask(runtime: AgentRuntime) -> void:\n\tvar told := came\n" \
			+ "\tvar reply := runtime.request({\"type\": \"health_request\"})\n" \
			+ "\tkept = weakref(reply)\n\tawait reply.wait()\n\ttold[0] = true\n"
	equal(script.reload(), OK, "compiles")
	var node: Node = keep(script.new() as Node)
	var came: Array = node.get("came")
	node.call("ask", runtime)
	var kept: WeakRef = node.get("kept")
	node.queue_free()
	await frames(5)
	equal(came, [false], "the function does not go on")
	check(kept.get_ref() == null, "and nothing of it is left")


func test_a_reply_that_is_open_says_how_to_wait() -> void:
	var runtime: AgentRuntime = new_runtime()
	var reply: AgentReply = runtime.request(HEALTH)
	expect_error("AgentReply: ok: the reply is still open; await its wait() first")
	equal(reply.ok, false, "ok")
	expect_error("AgentReply: value: the reply is still open; await its wait() first")
	equal(reply.value, null, "value")
	equal([reply.status, reply.error, reply.message, reply.field],
			[AgentReply.STATUS_RUNNING, OK, "", ""], "the rest may be read")
	await reply.wait()
	equal(reply.ok, true, "ok afterwards")


func test_a_failure_that_nobody_reads_is_printed_once() -> void:
	var runtime: AgentRuntime = new_runtime()
	expect_error("AgentRuntime: request: type: ")
	runtime.request(NO_TYPE)
	expect_error("AgentRuntime: pin_memory: line_id: is out of range")
	runtime.pin_memory(runtime.spawn_agent({}), 0)
	await frames(5)
	var reply: AgentReply = await runtime.request(NO_TYPE).wait()
	check(reply.is_done(), "to ask whether it is done is not to read it")
	expect_error("AgentRuntime: request: type: ")
	reply = null
	for property: String in ["status", "ok", "error", "message", "field", "value"]:
		reply = await runtime.request(NO_TYPE).wait()
		reply.get(property)


func test_what_was_cancelled_is_not_printed() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.save_slot("one")
	runtime.stop()
	await frames(5)
	check(not runtime.is_running(), "it was stopped, and nothing printed")


func test_a_reply_may_be_cancelled() -> void:
	var runtime: AgentRuntime = new_runtime()
	var told: Array[AgentReply] = []
	var reply: AgentReply = runtime.save_slot("one")
	reply.completed.connect(func(each: AgentReply) -> void: told.append(each))
	reply.cancel()
	reply.cancel()
	equal(reply.is_done(), false, "in a later frame")
	await reply.wait()
	equal(reply.status, AgentReply.STATUS_CANCELLED, "status")
	equal(reply.error, ERR_SKIP, "error")
	reply.cancel()
	# What was decided goes on.
	await until(func() -> bool: return runtime.list_slots().size() == 1, "it is saved")
	await frames(5)
	equal(told.size(), 1, "told once")


func test_a_cancelled_request_is_withdrawn_and_its_reply_forgotten() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"think_interval": 0})
	runtime.walk_requested.connect(func(_call: String, _agent: String, _to: Vector2,
			_face: Vector2) -> void: pass)
	runtime.request({"type": "position_owner_request", "agent_id": ada, "owner": "game"})
	var told: Array[int] = []
	var kept: WeakRef = _cancel_a_walk(runtime, ada, told)
	await until(func() -> bool: return kept.get_ref() == null, "nobody holds it")
	equal(told, [AgentReply.STATUS_CANCELLED] as Array[int], "completed once")
	await frames(5)
	equal(told.size(), 1, "and never again")
	equal((await runtime.request(HEALTH).wait()).ok, true, "others are answered")


func test_lists_have_types() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0, "groups": ["x"]})
	await result_of(runtime.note_memory(ada, "The key lies in the mill."))
	var reply: AgentReply = await runtime.request(
			{"type": "memory_request", "agent_id": ada}).wait()
	var lines: Array[Dictionary] = reply.value.lines
	equal(lines[0].content, "The key lies in the mill.", "a list of dictionaries")
	reply = await runtime.request({"type": "agent_state_request", "agent_id": ada}).wait()
	var groups: PackedStringArray = reply.value.groups
	equal(groups, PackedStringArray(["x"]), "a list of texts")
	equal(runtime.list_agents({"group": "x"})[0].groups, groups, "and of a list")


func test_a_reply_that_a_lambda_of_its_own_holds_is_freed() -> void:
	var runtime: AgentRuntime = new_runtime()
	var kept: Array[WeakRef] = []
	for message: Dictionary in [HEALTH, NO_TYPE]:
		kept.append(_hold_itself(runtime, message))
	await frames(10)
	for each: WeakRef in kept:
		check(each.get_ref() == null, "it is gone")


func test_a_handler_of_a_reply_may_do_anything() -> void:
	var endings: Dictionary[String, Callable] = {
		"stop": func(node: AgentRuntime) -> void: node.stop(),
		"restart": func(node: AgentRuntime) -> void:
				node.stop()
				node.start(),
		"free": func(node: AgentRuntime) -> void: node.free(),
		"queue_free": func(node: AgentRuntime) -> void: node.queue_free(),
		"ask": func(node: AgentRuntime) -> void: node.request(HEALTH),
	}
	for ending: String in endings:
		var node: AgentRuntime = new_runtime()
		var id: int = node.get_instance_id()
		var told: Array[AgentReply] = []
		for number: int in 10:
			var reply: AgentReply = node.request(HEALTH)
			reply.completed.connect(func(each: AgentReply) -> void:
				told.append(each)
				if told.size() == 1:
					endings[ending].call(instance_from_id(id)))
		await until(func() -> bool: return told.size() == 10, "each once with " + ending)
		await frames(3)
		equal(told.size(), 10, "and not again with " + ending)
		if is_instance_valid(node):
			node.free()


func test_on_another_thread_a_call_is_refused_and_so_is_its_reply() -> void:
	var runtime: AgentRuntime = new_runtime()
	var open: AgentReply = runtime.request(HEALTH)
	for call_name: String in ["AgentRuntime: request", "AgentReply: wait", "AgentReply: ok",
			"AgentReply: cancel"]:
		expect_error(call_name + ": it was called on another thread than the main one")
	var thread := Thread.new()
	thread.start(func() -> Array:
		var made: AgentReply = runtime.request(HEALTH)
		var waited: Variant = open.wait()
		var was_ok: bool = open.ok
		open.cancel()
		return [made, waited, was_ok])
	var found: Array = thread.wait_to_finish()
	var refused: AgentReply = found[0]
	equal(refused.is_done(), true, "complete already")
	equal(refused.error, ERR_UNCONFIGURED, "error")
	equal([found[1], found[2]], [null, false], "what the reply says there")
	equal((await open.wait()).ok, true, "nothing came of it")


# A walk that the game never answers, so the request would stay open.
func _cancel_a_walk(runtime: AgentRuntime, agent: String, told: Array[int]) -> WeakRef:
	var reply: AgentReply = runtime.request(
			{"type": "walk_request", "agent_id": agent, "position": Vector2(50, 0)})
	reply.completed.connect(func(each: AgentReply) -> void: told.append(each.status))
	reply.cancel()
	return weakref(reply)


# What stays on the stack of a function is held by it, so this is one of its own.
func _hold_itself(runtime: AgentRuntime, message: Dictionary) -> WeakRef:
	var reply: AgentReply = runtime.request(message)
	reply.completed.connect(func(_reply: AgentReply) -> void: reply.get_message())
	return weakref(reply)
