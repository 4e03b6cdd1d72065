extends "res://addon/runtime_case.gd"
## What agents remember, asked for and changed by scripts.

func test_memory_is_noted_found_edited_and_forgotten() -> void:
	var runtime: AgentRuntime = new_runtime()
	var changed: Array[Array] = record(runtime, &"memory_changed")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var noted: Dictionary = await result_of(runtime.note_memory(ada, "The key lies in the mill."))
	var line: int = noted.line_ids[0]
	var found: Array[Dictionary] = await _search_until(runtime, ada, "mill", 1)
	equal(found[0].content, "The key lies in the mill.", "found")
	await result_of(runtime.edit_memory(ada, line, "The key lies in the barn."))
	found = await _search_until(runtime, ada, "barn", 1)
	equal(found[0].id, line, "the same line")
	await result_of(runtime.pin_memory(ada, line, false))
	await result_of(runtime.forget_memory(ada, line))
	found = await _search_until(runtime, ada, "barn", 0)
	await until(func() -> bool: return changed.size() == 4, "each change is told")
	equal(changed.map(func(each: Array) -> String: return each[1]),
			["noted", "edited", "unpinned", "forgotten"], "in order")


func test_older_talk_is_summed_up() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var heard: Array[Array] = record(runtime, &"agent_spoke")
	for number: int in 30:
		equal(runtime.send_message(ada, "The lighthouse is number %d." % number), OK, "said")
	await until(func() -> bool: return heard.size() >= 30, "all is said")
	await result_of(runtime.summarise_memory(ada, 5))
	var found: Dictionary = await result_of(runtime.request(
			{"type": "memory_request", "agent_id": ada, "kind": "summary"}))
	equal((found.lines as Array).size(), 1, "one summary")


func test_what_is_wrong_is_named() -> void:
	var runtime: AgentRuntime = new_runtime()
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	for wrong: Array in [
		[runtime.pin_memory(ada, 0), "line_id: is out of range", "line_id"],
		[runtime.forget_memory(ada, 99), "line_id: agent_001 remembers no line 99", ""],
		[runtime.search_memory("Ada", "x"), "agent_id: \"Ada\" is not the id of an agent",
				"agent_id"],
		[runtime.search_memory("agent_999", "x"), "agent_id: there is no agent agent_999", ""],
		[runtime.search_memory(ada, ""), "text: is empty", "text"],
		[runtime.edit_memory(ada, 1, ""), "content: is empty", "content"],
		[runtime.note_memory(ada, ""), "content: is empty", "content"],
		[runtime.summarise_memory(ada, 1), "keep: is out of range", "keep"],
	]:
		var reply: AgentReply = await completed(wrong[0] as AgentReply)
		equal(reply.ok, false, "ok: " + str(wrong[1]))
		contains(reply.message, wrong[1] as String, "message")
		if wrong[2] != "":
			equal(reply.field, wrong[2], "field")
	equal((await completed(runtime.search_memory("agent_999", "x"))).error, ERR_DOES_NOT_EXIST,
			"nobody")


## The index follows what is said a moment later.
func _search_until(
		runtime: AgentRuntime, agent: String, text: String, count: int) -> Array[Dictionary]:
	for attempt: int in 200:
		var lines: Array[Dictionary] = (
				await result_of(runtime.search_memory(agent, text))).lines
		if lines.size() == count:
			return lines
	check(false, "waited in vain for %d lines with %s" % [count, text])
	return []
