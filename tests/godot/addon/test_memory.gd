extends "res://addon/runtime_case.gd"
## What agents remember, asked for and changed by scripts.

var _answers: Dictionary[String, Dictionary] = {}


func test_memory_is_noted_found_edited_and_forgotten() -> void:
	var runtime: AgentRuntime = new_runtime()
	var changed: Array[Array] = record(runtime, &"memory_changed")
	runtime.request_completed.connect(_keep_answer)
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var noted: Dictionary = await _answer(runtime.note_memory(ada, "The key lies in the mill."))
	var line: int = noted.result.line_ids[0]
	var found: Array = await _search_until(runtime, ada, "mill", 1)
	equal(found[0].content, "The key lies in the mill.", "found")
	equal((await _answer(runtime.edit_memory(ada, line, "The key lies in the barn."))).ok, true,
			"edited")
	found = await _search_until(runtime, ada, "barn", 1)
	equal(found[0].id, line, "the same line")
	equal((await _answer(runtime.pin_memory(ada, line, false))).ok, true, "let go of")
	equal((await _answer(runtime.forget_memory(ada, line))).ok, true, "forgotten")
	found = await _search_until(runtime, ada, "barn", 0)
	await until(func() -> bool: return changed.size() == 4, "each change is told")
	equal(changed.map(func(each: Array) -> String: return each[1]),
			["noted", "edited", "unpinned", "forgotten"], "in order")


func test_older_talk_is_summed_up() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.request_completed.connect(_keep_answer)
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var heard: Array[Array] = record(runtime, &"agent_spoke")
	for number: int in 30:
		equal(runtime.send_message(ada, "The lighthouse is number %d." % number), OK, "said")
	await until(func() -> bool: return heard.size() >= 30, "all is said")
	var summed: Dictionary = await _answer(runtime.summarise_memory(ada, 5))
	equal(summed.ok, true, "summed up")
	var lines: Dictionary = await _answer(runtime.request(
			{"type": "memory_request", "agent_id": ada, "kind": "summary"}))
	equal((lines.result.lines as Array).size(), 1, "one summary")


func test_what_is_wrong_is_named() -> void:
	var runtime: AgentRuntime = new_runtime()
	runtime.request_completed.connect(_keep_answer)
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	expect_error("AgentRuntime: pin_memory: line_id: is out of range")
	equal((await _answer(runtime.pin_memory(ada, 0))).error.field, "line_id", "field")
	expect_error("AgentRuntime: forget_memory: line_id: agent_001 remembers no line 99")
	equal((await _answer(runtime.forget_memory(ada, 99))).error.code, "not_found", "no such line")
	expect_error("AgentRuntime: search_memory: agent_id: \"Ada\" is not the id of an agent")
	equal((await _answer(runtime.search_memory("Ada", "x"))).error.field, "agent_id", "whose")
	expect_error("AgentRuntime: search_memory: agent_id: there is no agent agent_999")
	var nobody: Dictionary = await _answer(runtime.search_memory("agent_999", "x"))
	equal(nobody.error.code, "not_found", "nobody")
	expect_error("AgentRuntime: search_memory: text: is empty")
	equal((await _answer(runtime.search_memory(ada, ""))).error.field, "text", "no words")
	expect_error("AgentRuntime: edit_memory: content: is empty")
	equal((await _answer(runtime.edit_memory(ada, 1, ""))).error.field, "content", "no content")
	expect_error("AgentRuntime: note_memory: content: is empty")
	equal((await _answer(runtime.note_memory(ada, ""))).error.field, "content", "an empty note")
	expect_error("AgentRuntime: summarise_memory: keep: is out of range")
	equal((await _answer(runtime.summarise_memory(ada, 1))).error.field, "keep", "too few")


func test_what_the_database_answers_never_comes_with_the_call() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var replies: Array[Array] = record(runtime, &"request_completed")
	var at_once: int = 0
	for frame: int in 100:
		for asked: int in 5:
			at_once += 1 if runtime.search_memory(ada, "mill").has("ok") else 0
		await frames(1)
	equal(at_once, 0, "replies that came with the call, not by the signal")
	await until(func() -> bool: return replies.size() == 500, "each is told")


func _keep_answer(id: String, _ok: bool, reply: Dictionary) -> void:
	_answers[id] = reply


## The reply, which is there at once or comes later.
func _answer(returned: Dictionary) -> Dictionary:
	if returned.has("ok"):
		return returned
	var id: String = returned.request_id
	await until(func() -> bool: return _answers.has(id), "an answer")
	return _answers.get(id, {})


## The index follows what is said a moment later.
func _search_until(runtime: AgentRuntime, agent: String, text: String, count: int) -> Array:
	for attempt: int in 200:
		var lines: Array = (await _answer(runtime.search_memory(agent, text))).result.lines
		if lines.size() == count:
			return lines
	check(false, "waited in vain for %d lines with %s" % [count, text])
	return []
