class_name RuntimeReply
extends RefCounted
## What came of a request: waits for the answer if it was not known at once.
##
## [codeblock]
## var reply := await RuntimeReply.to(runtime, runtime.request({"type": "tasks_request"}))
## if reply.is_good:
##     show(reply.result)
## [/codeblock]

var is_good: bool
## What was asked for.
var result: Dictionary
## What failed and what to try, for the player.
var message: String
## The path of the field that is wrong, where it is one.
var field: String


## Returns when [param runtime] has answered what was [param asked] of it.
static func to(runtime: AgentRuntime, asked: Dictionary) -> RuntimeReply:
	var reply: Dictionary = asked
	while not reply.has("ok") and asked.has("request_id"):
		var completed: Array = await runtime.request_completed
		if completed[0] == asked.request_id:
			reply = completed[2]
	return RuntimeReply.new(reply)


func _init(reply: Dictionary) -> void:
	is_good = reply.get("ok", false)
	var what: Variant = reply.get("result")
	if what is Dictionary:
		result = what
	var error: Dictionary = {}
	if reply.get("error") is Dictionary:
		error = reply["error"]
	field = str(error.get("field", ""))
	message = str(error.get("message", "" if is_good else "The runtime did not answer."))


## The result's [param key] as a list of dictionaries.
func list(key: String) -> Array[Dictionary]:
	var found: Array[Dictionary] = []
	var values: Variant = result.get(key)
	if values is Array:
		for value: Variant in values as Array:
			if value is Dictionary:
				found.append(value)
	return found
